/** Somebody's places and teams in leagues that have a public page and are not finished, and what changed in them. */
import type { LeagueRules } from '@rollcall/contract/leagues'
import { nextRound } from '@rollcall/contract/leagues-season'
import { type OwnLeague, RACERS_LEAGUES, type RacedLeague } from '@rollcall/contract/racers-leagues'
import { neededRounds, type TableRow } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { findLastVisit } from '../../people/visits.ts'
import { getPerson, type Person } from '../../standings/person.ts'
import type { LeagueTable, LeagueTables } from './kept-tables.ts'
import { findOwnRow } from './place.ts'
import { listRounds, type SeriesRound } from './rounds.ts'
import { makeTable } from './table.ts'
import { findTeamsOf } from './teams/row-teams.ts'

interface FoundLeague {
  id: number
  name: string
  token: string
  rules: LeagueRules
}

type Context = Pick<AppContext, 'db' | 'now'> & { tables: LeagueTables }

/** The league whose last round ends last comes first. */
export async function findRacerLeagues(
  context: Context,
  person: Person,
  viewerId: number | null,
): Promise<RacedLeague[]> {
  return (await listRaced(context, person, viewerId)).map(({ shown }) => shown)
}

/** The same for the racer's own eyes: also what comes next, and what changed since their last visit. */
export async function findOwnLeagues(context: Context, userId: number): Promise<OwnLeague[]> {
  const { db } = context
  const since = await findLastVisit(db, { userId, now: context.now() })
  const raced = await listRaced(context, await getPerson(db, userId), userId)
  const leagues: OwnLeague[] = []
  for (const league of raced) {
    const next = nextRound(league.rounds)
    leagues.push({
      ...league.shown,
      next: next && {
        ...{ name: next.name, startAt: next.startAt, endAt: next.endAt },
        ...{ isOpen: next.state === 'open', token: next.publicToken },
      },
      news: since && (await findNews(db, league, since)),
    })
  }
  return leagues
}

interface Raced {
  shown: RacedLeague
  rules: LeagueRules
  rounds: readonly SeriesRound[]
  table: LeagueTable
  row: TableRow | null
}

async function listRaced(
  { db, now, tables }: Context,
  person: Person,
  viewerId: number | null,
): Promise<Raced[]> {
  const leagues: Raced[] = []
  // One after another, so that a page never holds more than one connection.
  for (const { id, name, token, rules } of await findLeagues(db, person)) {
    const rounds = await listRounds(db, { seriesId: id, now: now() })
    const table = await tables.get(rules, rounds)
    const row = await findRow(db, table, { person, viewerId })
    const team = rules.teams && (await findTeam(db, id, person))
    if (row !== null || team) {
      const shown = { name, token, place: row && placeIn(table, row, rules), team: team ?? null }
      leagues.push({ shown, rules, rounds, table, row })
    }
  }
  return leagues
}

/** Rounds that count, and revisions, since then; null: none. */
async function findNews(
  db: Db,
  { rules, table, row }: Raced,
  since: Date,
): Promise<OwnLeague['news']> {
  const eventIds = table.rounds.map(({ eventId }) => eventId)
  // One that has only just opened is not noted yet.
  const { rows: known } = await sql<{ eventId: number }>`
    select event_id as "eventId" from league_rounds
    where event_id = any(${eventIds}::integer[]) and coalesce(open_since, final_at) <= ${since}`.execute(
    db,
  )
  const before = table.rounds.filter(({ eventId }) =>
    known.some((each) => each.eventId === eventId),
  )
  const added = table.rounds.filter((round) => !before.includes(round))
  const revised = before.filter(({ revisions }) => revisions.some(({ at }) => new Date(at) > since))
  if (added.length === 0 && revised.length === 0) return null
  return {
    added: added.map(({ name }) => name),
    revised: revised.map(({ name }) => name),
    before: added.length === 0 || row === null ? null : rankBefore(rules, table, { before, row }),
  }
}

/** By table, the ranks that its first rounds give: many racers ask after a round. */
const kept = new WeakMap<LeagueTable['rows'], Map<string, ReadonlyMap<string, number | null>>>()

function rankBefore(
  rules: LeagueRules,
  table: LeagueTable,
  { before, row }: { before: LeagueTable['rounds']; row: TableRow },
): number | null {
  const known = kept.get(table.rows) ?? new Map<string, ReadonlyMap<string, number | null>>()
  kept.set(table.rows, known)
  const key = before.map(({ eventId }) => eventId).join()
  const ranks =
    known.get(key) ??
    new Map(
      makeTable(rules, { ...table, rounds: before }, table.disqualified).map((each) => [
        each.row,
        each.rank,
      ]),
    )
  known.set(key, ranks)
  return ranks.get(row.row) ?? null
}

const placeIn = ({ rows }: LeagueTable, row: TableRow, rules: LeagueRules) => ({
  ...{ rank: row.rank, total: row.total, of: rows.length },
  isDisqualified: row.isDisqualified,
  missing: row.rank === null && !row.isDisqualified ? neededRounds(rules) - row.rounds : 0,
})

async function findTeam(db: Db, seriesId: number, { userId }: Person) {
  const userIds = userId === null ? [] : [userId]
  return (await findTeamsOf(db, { seriesId, userIds })).get(userId ?? 0) ?? null
}

/** Leagues on whose streamers' channels the racer has raced, or with a team that they are in. */
async function findLeagues(db: Db, { userId, racers }: Person): Promise<FoundLeague[]> {
  const racerIds = racers.map(({ racerId }) => racerId)
  const { rows } = await sql<FoundLeague>`
    with played as materialized (
      select distinct channel.user_id
      from (
        select channel_id from game_results where racer_id = any(${racerIds}::integer[])
        union
        select channel_id from event_racers where racer_id = any(${racerIds}::integer[])
      ) as result
      join channels as channel on channel.id = result.channel_id
    )
    select series.id, series.name, series.public_token as token, series.league_rules as rules
    from event_series as series
    where series.public_token is not null and series.league_rules is not null
      and series.finished_at is null
      and (
        exists (
          select from events as event
          join event_participants as participant on participant.event_id = event.id
          join played on played.user_id = participant.user_id
          where event.series_id = series.id
        )
        or exists (
          select from team_members as member
          where member.series_id = series.id and member.user_id = ${userId}::integer
            and member.joined_at is not null and member.left_at is null
        )
      )
    order by (select max(event.ends_at) from events as event where event.series_id = series.id)
      desc nulls last, series.id desc
    limit ${RACERS_LEAGUES}`.execute(db)
  return rows
}

/** Only they themselves learn which row of a hidden racer is theirs. */
async function findRow(
  db: Db,
  table: LeagueTable,
  { person, viewerId }: { person: Person; viewerId: number | null },
): Promise<TableRow | null> {
  const { userId, racers } = person
  if (userId !== null && userId === viewerId) {
    return findOwnRow(db, table, userId)
  }
  const isTheirs = ({ row }: TableRow) => {
    const owner = table.owners.get(row)
    if (owner === undefined || owner.laterChannelId !== null) return false
    return userId === null
      ? owner.userId === null &&
          racers.some(({ platform, login }) => platform === owner.platform && login === owner.login)
      : owner.userId === userId
  }
  return table.rows.find(isTheirs) ?? null
}
