/**
 * How an event stands: a board for each streamer who takes part and has results. The streamer's
 * snapshot counts where there is one, else the rankable games that finished in the event's window; after
 * a handover the snapshot, and the games that finished since. docs/scoring.md, Handover.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BoardRow, ExplainedRow } from '@rollcall/scoring/board-row'
import { type LeaderboardConfiguration, readConfiguration } from '@rollcall/scoring/configuration'
import { type Term, uploadedTerm } from '@rollcall/scoring/explanation'
import { type Racer, racerKey, racerName } from '@rollcall/scoring/racer'
import { GameScoring } from '@rollcall/scoring/score-games'
import { sql } from 'kysely'
import { type Columns, columnsOf, rowsOf } from '../../database/columns.ts'
import type { Db, Schema } from '../../database/schema.ts'
import { findHandover } from '../standings/season-totals.ts'
import { countingConfiguration } from './counting-configuration.ts'
import { isOneOf, readGames } from './event-games.ts'
import { type HeldGames, isSnapshotHeld } from './held-games.ts'
import type { Asker } from './queries.ts'
import { dueStep, isShowOver } from './shown-step.ts'

export interface Streamer {
  userId: number
  username: string
  /** null: the username is shown. */
  displayName: string | null
  channelId: number
}

interface EventToScore {
  id: number
  startsAt: Date
  endsAt: Date
  /** The version that counts. */
  configuration: LeaderboardConfiguration
}

export async function findEventToScore(db: Db, eventId: number): Promise<EventToScore | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.id',
      'event.starts_at as startsAt',
      'event.ends_at as endsAt',
      countingConfiguration.as('configuration'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row ? { ...row, configuration: readConfiguration(row.configuration) } : null
}

export interface Sight {
  maySee: boolean
  mayManage: boolean
  isSealed: boolean
  organiserId: number
}

/**
 * Whether the user may see the event's boards: creator, participant or admin. null: no such event. While its
 * results are sealed, creator and admins see all of them, participants what its show has uncovered; a show of
 * one streamer's board leaves the others sealed.
 */
export async function findSight(
  db: Db,
  { eventId, asker }: { eventId: number; asker: Asker },
): Promise<Sight | null> {
  const row = await db
    .selectFrom('events as event')
    .select([
      'event.created_by as organiserId',
      sql<boolean>`(
        ${asker.isAdmin}::boolean or event.created_by = ${asker.userId} or exists (
          select from event_participants as mine
          where mine.event_id = event.id and mine.user_id = ${asker.userId}
        )
      )`.as('maySee'),
      sql<boolean>`(${asker.isAdmin}::boolean or event.created_by = ${asker.userId})`.as(
        'mayManage',
      ),
      sql<boolean>`(
        not ${asker.isAdmin}::boolean and event.created_by <> ${asker.userId} and exists (
          select from shows as show
          where show.event_id = event.id and show.is_sealed and not ${isShowOver}
        )
      )`.as('isSealed'),
    ])
    .where('event.id', '=', eventId)
    .executeTakeFirst()
  return row ?? null
}

/** What the show of a sealed event has uncovered of a racer; null: nothing. */
export async function findUncovered(
  db: Db,
  { eventId, racerName }: { eventId: number; racerName: string },
): Promise<{ boardUserId: number | null; terms: readonly Term[] } | null> {
  const { rows } = await sql<{ boardUserId: number | null; terms: readonly Term[] }>`
    select step.board_user_id as "boardUserId", row.terms
    from shows as show
    join lateral ${dueStep} as step on true
    join show_rows as row on row.event_id = step.event_id and row.board = step.board
    where show.event_id = ${eventId} and row.racer_name = ${racerName}
      and (step.is_podium_open or row.rank >= step.reached)`.execute(db)
  return rows[0] ?? null
}

/** The participants with a channel, by login, or the one that is named. */
export async function listStreamers(db: Db, eventId: number, userId?: number): Promise<Streamer[]> {
  return db
    .selectFrom('event_participants as participant')
    .innerJoin('users as streamer', 'streamer.id', 'participant.user_id')
    .innerJoin('channels as channel', 'channel.user_id', 'streamer.id')
    .select([
      'streamer.id as userId',
      'streamer.username',
      'streamer.display_name as displayName',
      'channel.id as channelId',
    ])
    .where('participant.event_id', '=', eventId)
    .$if(userId !== undefined, (query) => query.where('streamer.id', '=', userId ?? 0))
    .orderBy('streamer.login')
    .execute()
}

/** A transaction that sees the database as it was when it began. */
export function readAtOneMoment<Answer>(
  db: Db,
  read: (trx: Db) => Promise<Answer>,
): Promise<Answer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

export interface StreamerResults {
  source: 'snapshot' | 'games' | 'handover'
  rows: Iterable<BoardRow>
  /** Those of the rows. */
  racers: Iterable<Racer>
}

interface AskedResults {
  event: EventToScore
  channelId: number
  /** Found for the event, of this channel or of all. */
  held: readonly HeldGames[]
  /** Absent: everybody. */
  racers?: readonly Racer[]
}

/**
 * A streamer's rows; null where there are no results. Where racers are named, only theirs, at no more
 * work than that takes. The rows are made when they are wanted, since there may be many. In a transaction.
 */
export async function findResults(
  trx: Db,
  { event, channelId, held, racers }: AskedResults,
): Promise<StreamerResults | null> {
  const uploaded = await findSnapshotRows(trx, { eventId: event.id, channelId, held, racers })
  if (uploaded === 'held') {
    return null
  }
  const handedOverAt = uploaded && (await findHandover(trx, channelId))
  if (uploaded !== null && handedOverAt === null) {
    return resultsOfSnapshot(uploaded)
  }
  const startsAt = laterOf(event.startsAt, handedOverAt)
  const scoring = new GameScoring(event.configuration)
  let hasGames = false
  // A racer's row depends on the racer's own results and hits only.
  await readGames(trx, { channelId, event: { ...event, startsAt }, held, racers }, (game) => {
    hasGames = true
    scoring.add(game)
  })
  if (uploaded === null) {
    return hasGames ? { source: 'games', rows: scoring.rows(), racers: scoring.racers() } : null
  }
  if (!hasGames) {
    return resultsOfSnapshot(uploaded)
  }
  const base = await baseOf(uploaded)
  return { source: 'handover', rows: scoring.rows(base), racers: scoring.racers(base) }
}

const resultsOfSnapshot = (uploaded: StoredPortions): StreamerResults => ({
  source: 'snapshot',
  rows: boardRowsOf(uploaded),
  racers: racersIn(uploaded),
})

function laterOf(instant: Date, other: Date | null): Date {
  return other !== null && other > instant ? other : instant
}

/** Racers that are parsed at once, between which others are answered. */
const PORTION = 1_000

type StoredPortions = readonly (Columns<StoredRacer> | null)[]
type StoredRacer = Omit<Schema['event_racers'], 'event_id' | 'channel_id' | 'racer_id' | 'damage'> &
  Racer

async function findSnapshotRows(
  db: Db,
  asked: Pick<AskedResults, 'channelId' | 'held'> & {
    eventId: number
    racers: readonly Racer[] | undefined
  },
): Promise<StoredPortions | 'held' | null> {
  const { rows } = await sql<{ racers: Columns<StoredRacer> | null; isHeld: boolean }>`
    select portion.racers, ${isSnapshotHeld(asked.held)} as "isHeld"
    from event_standings as standing
    left join lateral (
      select ${columnsOf<StoredRacer>({
        platform: 'platform',
        login: 'login',
        event_points: 'event_points',
        race_points: 'race_points',
        race_wins: 'race_wins',
        race_games: 'race_games',
        royale_points: 'royale_points',
        royale_wins: 'royale_wins',
        royale_games: 'royale_games',
        crown_wins: 'crown_wins',
        kills: 'kills',
        eliminations: 'eliminations',
      })} as racers
      from (
        select *, (row_number() over (order by platform, login) - 1) / ${PORTION} as portion
        from event_racers as row
        join racers as racer on racer.id = row.racer_id
        where row.event_id = standing.event_id
          and row.channel_id = standing.channel_id
          and ${isOneOf(asked.racers)}
        order by platform, login
      ) as racer
      group by portion
      order by portion
    ) as portion on true
    where standing.event_id = ${asked.eventId}
      and standing.channel_id = ${asked.channelId}`.execute(db)
  if (rows.some(({ isHeld }) => isHeld)) {
    return 'held'
  }
  return rows.length === 0 ? null : rows.map(({ racers }) => racers)
}

function* boardRowsOf(portions: StoredPortions): Generator<BoardRow> {
  for (const racers of portions) {
    yield* racers === null ? [] : rowsOf(racers).map(rowOfSnapshot)
  }
}

function* racersIn(portions: StoredPortions): Generator<Racer> {
  for (const racers of portions) {
    for (const [index, login] of (racers?.login ?? []).entries()) {
      yield { platform: racers?.platform[index] ?? '', login }
    }
  }
}

async function baseOf(portions: StoredPortions): Promise<Map<string, ExplainedRow>> {
  const base = new Map<string, ExplainedRow>()
  for (const portion of portions) {
    for (const racer of portion === null ? [] : rowsOf(portion)) {
      base.set(racerKey(racer), rowOfSnapshot(racer))
    }
    await nextTurn()
  }
  return base
}

function rowOfSnapshot(racer: StoredRacer): ExplainedRow {
  return {
    racer_name: racerName(racer),
    event_points: racer.event_points,
    race_points: racer.race_points,
    race_wins: racer.race_wins ?? 0,
    race_races: racer.race_games ?? 0,
    race_hs: null,
    br_points: racer.royale_points,
    br_wins: racer.royale_wins ?? 0,
    br_races: racer.royale_games ?? 0,
    br_hs: null,
    kills: racer.kills,
    eliminations: racer.eliminations,
    crown_wins: racer.crown_wins ?? 0,
    terms: [uploadedTerm(racer.event_points)],
  }
}
