/** Leagues as anyone with their address sees them. */
import type { ChannelOfRound } from '@rollcall/contract/league-runs'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { NAMED_WINNERS, type PublicLeague } from '@rollcall/contract/leagues-public'
import { areRoundsOver } from '@rollcall/contract/leagues-season'
import { addPoints } from '@rollcall/scoring/points'
import { compareCodePoints } from '@rollcall/scoring/ranking'
import type { RoundResult, TableRow } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { CachedValues } from '../../../platform/changes/cached-values.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { shownNameColumn } from '../../people/user-names.ts'
import { divide } from './divisions/divided.ts'
import type { LeagueTable, LeagueTables } from './kept-tables.ts'
import { describePrizes } from './prizes.ts'
import { type ChannelProgress, listProgress, shownProgress } from './round-progress.ts'
import { listRounds, type SeriesRound } from './rounds.ts'
import { listRuleChanges } from './rule-changes.ts'
import { labelsOf, shownRound } from './table.ts'

const MOST_TOKENS = 20_000

export interface FoundLeague {
  id: number
  name: string
  organiser: PublicLeague['organiser']
  rules: LeagueRules
  prizes: readonly string[]
  finishedAt: Date | null
  rounds: SeriesRound[]
  table: LeagueTable
}

export class PublicLeagues {
  readonly #context: Pick<AppContext, 'db' | 'now'>
  readonly #tables: LeagueTables
  readonly #events: CachedValues<{ eventIds: readonly number[] | null }>

  constructor(context: Pick<AppContext, 'db' | 'changes' | 'now'>, tables: LeagueTables) {
    this.#context = context
    this.#tables = tables
    this.#events = new CachedValues(context.changes, { maxSize: MOST_TOKENS, measure: () => 1 })
  }

  /** null: the token leads nowhere, or to a series without rules. */
  async find(token: string): Promise<FoundLeague | null> {
    const { db, now } = this.#context
    const league = await findByToken(db, token)
    if (league === null) {
      return null
    }
    const { platform, login, username, ...found } = league
    const rounds = await listRounds(db, { seriesId: league.id, now: now() })
    const table = await this.#tables.get(league.rules, rounds)
    return { ...found, organiser: { username, page: { platform, login } }, rounds, table }
  }

  /** @throws {ApiError} if `find` finds nothing */
  async get(token: string): Promise<FoundLeague> {
    const found = await this.find(token)
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    return found
  }

  /**
   * The league without its table, which takes longer.
   *
   * @throws {ApiError} if `find` finds nothing
   */
  async getSeries(token: string): Promise<Pick<FoundLeague, 'id' | 'name'>> {
    const found = await findByToken(this.#context.db, token)
    if (found === null) {
      throw new ApiError('no_such_link')
    }
    return found
  }

  /** The events of the league, whose changes change its page; null if the token leads nowhere. */
  async findEvents(token: string): Promise<readonly number[] | null> {
    const { db, now } = this.#context
    const { eventIds } = await this.#events.get({
      key: token,
      tags: [`link:${token}`],
      load: async () => {
        const league = await findByToken(db, token)
        const rounds = league && (await listRounds(db, { seriesId: league.id, now: now() }))
        return { eventIds: rounds?.map(({ eventId }) => eventId) ?? null }
      },
    })
    return eventIds
  }
}

async function findByToken(db: Db, token: string) {
  const found = await db
    .selectFrom('event_series as series')
    .innerJoin('users as organiser', 'organiser.id', 'series.created_by')
    .select([
      'series.id',
      'series.name',
      sql<LeagueRules>`series.league_rules`.as('rules'),
      'series.league_prizes as prizes',
      'series.finished_at as finishedAt',
      shownNameColumn('organiser').as('username'),
      'organiser.platform',
      'organiser.login',
    ])
    .where('series.public_token', '=', token)
    .where('series.league_rules', 'is not', null)
    .executeTakeFirst()
  return found ?? null
}

/** What the page says beside the table: nothing of a round that does not count but its name, days and state. */
export async function describeLeague(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { id, name, organiser, rules, prizes, finishedAt, rounds, table }: FoundLeague,
): Promise<PublicLeague> {
  const winners = new Map(
    table.rounds.map(({ eventId, results }) => [
      eventId,
      // By their keys, as in the table, so that hidden racers' order tells nothing.
      results
        .filter(({ rank, isDisqualified }) => rank === 1 && !isDisqualified)
        .toSorted((a, b) => compareCodePoints(a.row, b.row)),
    ]),
  )
  const leaders = table.rows.filter(({ rank }) => rank === 1)
  const next = table.rows.find(({ rank }) => rank !== null && rank > 1)
  const shared: readonly (readonly { row: string }[])[] = [...winners.values(), leaders]
  const named = [
    ...shared.flatMap((rows) => rows.slice(0, NAMED_WINNERS)),
    ...(next === undefined ? [] : [next]),
  ].map(({ row }) => row)
  const labels = await labelsOf(db, [...new Set(named)], table.owners)
  const labelOf = ({ row }: { row: string }) => labels.get(row) ?? { racer_name: '' }
  const shown = (rows: readonly { row: string }[]) => ({
    racers: rows.slice(0, NAMED_WINNERS).map(labelOf),
    count: rows.length,
  })
  const [first] = leaders
  const channels = await listChannels(db, rounds, now())
  return {
    ...{ name, organiser, rules, total: table.rows.length },
    isFinished: finishedAt !== null && areRoundsOver(rounds),
    ruleChanges: await listRuleChanges(db, { seriesId: id, rules }),
    divisions: (await divide(db, { seriesId: id, rules, table })).divisions,
    prizes: await describePrizes(db, { seriesId: id, prizes, rounds, table }),
    rounds: rounds.map((round) => {
      const best = winners.get(round.eventId) ?? []
      return {
        ...shownRound(round.publicToken === null ? { ...round, showAt: null } : round, table),
        token: round.publicToken,
        channels: channels.get(round.eventId) ?? [],
        winners:
          best[0] === undefined
            ? null
            : { ...shown(best), points: wonWith({ rules, table }, round.eventId, best[0]) },
      }
    }),
    lead:
      first === undefined
        ? null
        : {
            ...shown(leaders),
            total: first.total,
            next: next === undefined ? null : { ...labelOf(next), behind: gapOf(first, next) },
          },
  }
}

/** Its event points, or what the table has, if the rules give others. */
function wonWith(
  { rules, table }: Pick<FoundLeague, 'rules' | 'table'>,
  eventId: number,
  { row, points, adjustment }: RoundResult,
): number {
  const index = table.rounds.findIndex((round) => round.eventId === eventId)
  const cell = table.rows.find((each) => each.row === row)?.cells[index]
  return rules.points.kind === 'event' || cell === undefined
    ? addPoints(points, adjustment)
    : cell.value
}

const gapOf = (first: TableRow, next: TableRow) => addPoints(first.total, -next.total)

/** Of a round that is over, its results say enough; while it waits for them, nothing more is known. */
const LISTED: readonly SeriesRound['state'][] = ['planned', 'open', 'provisional']

/** Who runs each round. Who has only been added to one without a page of its own is not named here. */
async function listChannels(
  db: Db,
  rounds: readonly SeriesRound[],
  now: Date,
): Promise<ReadonlyMap<number, ChannelOfRound[]>> {
  const listed = rounds.filter(({ state }) => LISTED.includes(state))
  const eventIds = listed.map(({ eventId }) => eventId)
  const progress = await listProgress(db, { eventIds, now, sees: 'open' })
  return new Map(
    listed.map(({ eventId, publicToken }) => [
      eventId,
      (progress.get(eventId) ?? [])
        .filter(({ isHidden, slot }) => !isHidden && (publicToken !== null || slot !== null))
        .toSorted((a, b) => instantOf(a) - instantOf(b))
        .map(shownProgress),
    ]),
  )
}

const instantOf = ({ slot }: ChannelProgress) => slot?.getTime() ?? Number.MAX_SAFE_INTEGER
