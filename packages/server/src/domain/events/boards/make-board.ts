/** Makes and stores boards of events. docs/scoring.md, "What counts in an event", says what counts for a streamer. */
import { DAY_MS, HOUR_MS } from '@rollcall/formats/durations'
import type { ExplainedRow } from '@rollcall/scoring/board-row'
import { uploadedTerm } from '@rollcall/scoring/explanation'
import { type Racer, racerKey, racerName } from '@rollcall/scoring/racer'
import { GameScoring, type ScoredRow } from '@rollcall/scoring/score-games'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db, Schema } from '../../../platform/database/schema.ts'
import { POSITION, RANK } from '../../boards/order.ts'
import { EVENT_SCOPE, joinTied, laterChannel } from '../../people/racer-names.ts'
import { findHandover } from '../../standings/season-totals.ts'
import { type HeldGames, isSnapshotHeld } from '../../visibility/held-games.ts'
import { findEventToScore } from '../event-to-score.ts'
import { type StoredAdjustment, selectSums } from './adjustments.ts'
import type { BoardHashes, Participant } from './board-hashes.ts'
import { readGames } from './event-games.ts'

/** A stored board. */
export interface StoredBoard extends BoardHashes {
  id: number
  /** null if the streamer has no results, or if it is a merged board. */
  source: 'snapshot' | 'games' | 'handover' | null
  rowCount: number
  /** Whether any row's event points have decimals. */
  hasDecimals: boolean
}

/** The event's stored boards with these hashes that are not superseded. A `channelId` of null means All Streamers. */
export async function findStored(
  db: Db,
  { eventId, viewerHashes }: { eventId: number; viewerHashes: readonly string[] },
): Promise<(StoredBoard & { channelId: number | null; readAt: Date })[]> {
  return db
    .selectFrom('event_boards')
    .select([
      'id',
      'basis as inputsHash',
      'stamp as viewerHash',
      'source',
      'channel_id as channelId',
      'row_count as rowCount',
      'has_decimals as hasDecimals',
      'read_at as readAt',
    ])
    .where('event_id', '=', eventId)
    .where(sql<boolean>`stamp = any(${viewerHashes}::text[])`)
    .where('superseded_at', 'is', null)
    .execute()
}

/** How precisely we know when a board was last read. */
const READ_TO_MS = HOUR_MS

/** Notes that somebody reads the boards, unless that was noted within the last hour. Never waits for another process. */
export async function noteRead(
  db: Db,
  boards: readonly { id: number; readAt: Date }[],
  now: Date,
): Promise<void> {
  const due = boards.filter(({ readAt }) => now.getTime() - readAt.getTime() >= READ_TO_MS)
  if (due.length === 0) {
    return
  }
  const ids = due.map(({ id }) => id)
  await sql`
    update event_boards set read_at = ${now} where id in (
      select id from event_boards where id = any(${ids}::bigint[]) for update skip locked
    )`.execute(db)
}

/**
 * Makes and stores a streamer's board unless it is already stored. Needs a transaction in which neither the channel's
 * games nor `participant` can change: one that sees one moment, or one that has locked the channel.
 */
export async function makeStreamerBoard(
  trx: Db,
  { eventId, participant, now }: { eventId: number; participant: Participant; now: Date },
): Promise<StoredBoard> {
  const { channelId } = participant
  return store(trx, { eventId, channelId, hashes: participant, now }, async () => ({
    ...(await findResults(trx, { eventId, ...participant })),
    laterChannelId: laterChannel(sql`${channelId}::integer`),
  }))
}

/**
 * Makes and stores the board of All Streamers from the streamers' boards and the event's adjustments, unless it is
 * already stored. Needs a transaction. The terms of its rows are those of the adjustments alone.
 *
 * @throws {ApiError} 503 if one of their boards has been deleted meanwhile
 */
export async function makeMergedBoard(
  trx: Db,
  {
    eventId,
    boards,
    adjustments,
    hashes,
    now,
  }: {
    eventId: number
    boards: readonly StoredBoard[]
    adjustments: readonly StoredAdjustment[]
    hashes: BoardHashes
    now: Date
  },
): Promise<StoredBoard> {
  const ids = boards.map(({ id }) => id)
  // With less memory, the sums of an ordinary event go to disk and back.
  await sql`set local work_mem = '32MB'`.execute(trx)
  const { rows } = await sql`
    select from event_boards where id = any(${ids}::bigint[]) for key share`.execute(trx)
  if (rows.length < ids.length) {
    throw new ApiError('board_changes_too_fast')
  }
  return store(trx, { eventId, channelId: null, hashes, now }, async () => ({
    source: null,
    laterChannelId: sql`made.later_channel_id`,
    // Like `mergeBoards`, SQL's `sum` leaves out what is unknown.
    rows: sql`
      with merged as (${mergeRows(ids)}), adjusted as (${selectSums(adjustments)})
      select merged.*, merged.scored + coalesce(adjusted.points, 0) as event_points, adjusted.terms,
        null::jsonb as fair_games,
        coalesce(adjusted.is_disqualified, false) as is_disqualified
      from merged left join adjusted
        on adjusted.racer_id = merged.racer_id
        and adjusted.later_channel_id is not distinct from merged.later_channel_id`,
  }))
}

const mergeRows = (boardIds: readonly number[]) => sql`
      select part.racer_id, later.channel_id as later_channel_id, sum(event_points) as scored,
        ${sql.join(
          SUMMED.filter((column) => column !== 'event_points').map(
            (column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`,
          ),
        )}
      from event_board_rows as part
      join event_boards as board on board.id = part.board_id
      left join (
        select racer.id as racer_id, secret.number
        from hidden_racers as secret
        join racers as racer on racer.platform = secret.platform and racer.login = secret.login
      ) as secret on secret.racer_id = part.racer_id
      cross join lateral (
        select case when secret.number is not null then ${laterChannel(sql`board.channel_id`)} end
          as channel_id
      ) as later
      where part.board_id = any(${boardIds}::bigint[])
      group by part.racer_id, later.channel_id`

const SUMMED = [
  'event_points',
  'race_points',
  'race_wins',
  'race_games',
  'race_high_score',
  'royale_points',
  'royale_wins',
  'royale_games',
  'royale_high_score',
  'kills',
  'eliminations',
  'crown_wins',
  'single_games',
  'checkpoints',
  'participation',
] as const

/** Marks earlier boards as superseded unless a reader still needs them beside this one. */
export async function supersede(
  db: Db,
  { eventId, channelId, board }: { eventId: number; channelId: number | null; board: StoredBoard },
): Promise<void> {
  await sql`
    with others as (
      -- The board that most readers see has nothing held back.
      select id, basis, row_number() over (order by (stamp = basis) desc, id desc) as number
      from event_boards
      where event_id = ${eventId} and channel_id is not distinct from ${channelId}::integer
        and superseded_at is null and id < ${board.id}
    )
    update event_boards as board set superseded_at = clock_timestamp()
    from others
    where board.id = others.id
      and (others.basis <> ${board.inputsHash} or others.number >= ${MOST_READERS})`.execute(db)
}

/**
 * Supersedes boards that nobody has read for a day. Deletes boards that were superseded a minute ago, and boards that
 * were stored while their event or channel was deleted.
 */
export async function sweepBoards(db: Db, now: Date): Promise<void> {
  await sql`
    update event_boards set superseded_at = clock_timestamp()
    where superseded_at is null and read_at < ${new Date(now.getTime() - UNREAD_MS)}`.execute(db)
  await sql`
    delete from event_boards where id in (
      select board.id from event_boards as board
      where board.superseded_at < clock_timestamp() - make_interval(secs => ${KEPT_S})
        or not exists (select from events as event where event.id = board.event_id)
        or board.channel_id is not null
          and not exists (select from channels as channel where channel.id = board.channel_id)
      for update skip locked
    )`.execute(db)
}

/** How many boards of a channel we keep that differ only in what is held back from readers. */
const MOST_READERS = 20
/** After how long nobody misses a board: it is made again when somebody asks for it. */
const UNREAD_MS = DAY_MS
/** How long a reader may still be reading a superseded board. */
const KEPT_S = 60

interface Results {
  source: StoredBoard['source']
  /** A query for the rows: `racer_id`, the columns of `SUMMED`, `is_disqualified`, terms and fair games. */
  rows: RawBuilder<unknown>
}

interface ResultsOfBoard extends Results {
  /** The only channel on which the hidden racer of the query's `made` row has these results, if there is only one. */
  laterChannelId: RawBuilder<unknown>
}

async function store(
  trx: Db,
  {
    eventId,
    channelId,
    hashes: { inputsHash, viewerHash },
    now,
  }: { eventId: number; channelId: number | null; hashes: BoardHashes; now: Date },
  find: () => Promise<ResultsOfBoard>,
): Promise<StoredBoard> {
  const { rows: claimed } = await sql<{ id: number }>`
    insert into event_boards (event_id, channel_id, basis, stamp, row_count, has_decimals, read_at)
    values (${eventId}, ${channelId}, ${inputsHash}, ${viewerHash}, 0, false, ${now})
    on conflict (event_id, coalesce(channel_id, 0), stamp) where superseded_at is null do nothing
    returning id`.execute(trx)
  const [board] = claimed
  if (board === undefined) {
    // Another process has made the same board.
    const stored = await findStored(trx, { eventId, viewerHashes: [viewerHash] })
    const same = stored.find((each) => each.channelId === channelId)
    if (same === undefined) {
      throw new Error(`the board ${viewerHash} of event ${eventId} is neither new nor there`)
    }
    return same
  }
  const { source, rows: made, laterChannelId } = await find()
  const { rows } = await sql<Pick<StoredBoard, 'rowCount' | 'hasDecimals'>>`
    with made as (${made}),
    stored as (
      insert into event_board_rows
        (board_id, position, rank, is_disqualified, racer_id, later_channel_id, ${COLUMNS}, terms,
          fair_games)
      select ${board.id}, ${POSITION}, ${RANK}, made.is_disqualified, made.racer_id,
        ${channelId === null ? laterChannelId : sql`null`}, ${COLUMNS}, made.terms, made.fair_games
      from made join racers as racer on racer.id = made.racer_id
      ${joinTied(EVENT_SCOPE(sql`${eventId}::integer`, laterChannelId))}
      returning event_points
    )
    update event_boards set
      source = ${source},
      row_count = (select count(*) from stored),
      has_decimals = (
        select coalesce(bool_or(event_points <> trunc(event_points)), false) from stored
      )
    where id = ${board.id}
    returning row_count as "rowCount", has_decimals as "hasDecimals"`.execute(trx)
  const [{ rowCount, hasDecimals } = { rowCount: 0, hasDecimals: false }] = rows
  return { id: board.id, inputsHash, viewerHash, source, rowCount, hasDecimals }
}

const COLUMNS = sql.join(SUMMED.map((column) => sql.ref(column)))

interface ResultsParams {
  eventId: number
  channelId: number
  held: readonly HeldGames[]
}

/**
 * The streamer's snapshot if there is one and the event does not prescribe its games, otherwise the rankable games that finished in the event's window. After a
 * handover, the snapshot and the games that finished since. docs/scoring.md, Handover.
 */
async function findResults(trx: Db, asked: ResultsParams): Promise<Results> {
  const { eventId, channelId, held } = asked
  const event = await findEventToScore(trx, eventId)
  // Nobody knows which games a snapshot is made of.
  const snapshot = event?.isPrescribed ? null : await findSnapshot(trx, asked)
  if (event === null || snapshot?.isHeld) {
    return { source: null, rows: selectRows(asked, { scored: [], isUploaded: false }) }
  }
  const isUploaded = snapshot !== null
  const handedOverAt = isUploaded ? await findHandover(trx, channelId) : null
  if (isUploaded && handedOverAt === null) {
    return { source: 'snapshot', rows: selectRows(asked, { scored: [], isUploaded }) }
  }
  const startsAt = pickLater(event.startsAt, handedOverAt)
  const scoring = new GameScoring(event.configuration)
  let hasGames = false
  for await (const game of readGames(trx, { channelId, event: { ...event, startsAt }, held })) {
    hasGames = true
    scoring.add(game)
  }
  const base = isUploaded ? await findBase(trx, asked, scoring.racers()) : new Map()
  const rows = selectRows(asked, { scored: scoring.rows(base), isUploaded })
  if (isUploaded) {
    return { source: hasGames ? 'handover' : 'snapshot', rows }
  }
  return { source: hasGames ? 'games' : null, rows }
}

function pickLater(instant: Date, other: Date | null): Date {
  return other !== null && other > instant ? other : instant
}

async function findSnapshot(
  trx: Db,
  { eventId, channelId, held }: ResultsParams,
): Promise<{ isHeld: boolean } | null> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select ${isSnapshotHeld(held)} as "isHeld" from event_standings as snapshot
    where snapshot.event_id = ${eventId} and snapshot.channel_id = ${channelId}`.execute(trx)
  return rows[0] ?? null
}

type UploadedRow = Omit<Schema['event_racers'], 'event_id' | 'channel_id' | 'racer_id' | 'damage'> &
  Racer

/** The snapshot's rows of these racers, by `racerKey`. */
async function findBase(
  trx: Db,
  { eventId, channelId }: ResultsParams,
  racers: readonly Racer[],
): Promise<Map<string, ExplainedRow>> {
  const { rows } = await sql<UploadedRow>`
    select racer.platform, racer.login, event_points, race_points, race_wins, race_games,
      royale_points, royale_wins, royale_games, crown_wins, kills, eliminations
    from ${racersNamed(racers)}
    join event_racers as uploaded on uploaded.racer_id = racer.id
    where uploaded.event_id = ${eventId} and uploaded.channel_id = ${channelId}`.execute(trx)
  return new Map(rows.map((row) => [racerKey(row), explainUploaded(row)]))
}

const racersNamed = (racers: readonly Racer[]) => sql`
  unnest(
    ${racers.map(({ platform }) => platform)}::text[],
    ${racers.map(({ login }) => login)}::text[]
  ) as asked (platform, login)
  join racers as racer on racer.platform = asked.platform and racer.login = asked.login`

function explainUploaded(racer: UploadedRow): ExplainedRow {
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

/** Selects the scored rows. If there is a snapshot, also selects its other racers, in the form of `explainUploaded`. */
function selectRows(
  { eventId, channelId }: ResultsParams,
  { scored, isUploaded }: { scored: readonly ScoredRow[]; isUploaded: boolean },
): RawBuilder<unknown> {
  const json = JSON.stringify(
    scored.map(({ racer, row, facts, fairGames }) => ({ ...racer, ...row, ...facts, fairGames })),
  )
  return sql`
    with scored as materialized (
      select racer.id as racer_id, event_points, race_points, race_wins, race_races, race_hs,
        br_points, br_wins, br_races, br_hs, kills, eliminations, crown_wins, terms,
        "singleGames" as single_games, checkpoints, participation, "fairGames" as fair_games
      from json_to_recordset(${json}) as row (
        platform text, login text, event_points numeric,
        race_points bigint, race_wins bigint, race_races bigint, race_hs bigint,
        br_points bigint, br_wins bigint, br_races bigint, br_hs bigint,
        kills bigint, eliminations bigint, crown_wins bigint, terms jsonb,
        "singleGames" integer, checkpoints integer, participation numeric, "fairGames" jsonb
      )
      join racers as racer on racer.platform = row.platform and racer.login = row.login
    )
    select racer_id, event_points, race_points, race_wins, race_races as race_games,
      race_hs as race_high_score, br_points as royale_points, br_wins as royale_wins,
      br_races as royale_games, br_hs as royale_high_score, kills, eliminations, crown_wins, terms,
      false as is_disqualified, single_games, checkpoints, participation, fair_games
    from scored
    union all
    select racer_id, event_points, race_points, coalesce(race_wins, 0), coalesce(race_games, 0),
      null, royale_points, coalesce(royale_wins, 0), coalesce(royale_games, 0),
      null, kills, eliminations, coalesce(crown_wins, 0),
      jsonb_build_array(jsonb_build_object('kind', 'uploaded', 'count', 1, 'points', event_points)),
      false, 0, 0, 0, '[]'
    from event_racers
    where ${isUploaded}::boolean and event_id = ${eventId} and channel_id = ${channelId}
      -- Hashed, however few rows PostgreSQL expects.
      and racer_id not in (select racer_id from scored)`
}
