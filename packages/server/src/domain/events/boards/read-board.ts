/** Reads stored boards: pages, whole boards, and where a row's points come from. */
import type { BoardRow } from '@rollcall/scoring/board-row'
import { mergeTerms, TERM_KINDS, type Term } from '@rollcall/scoring/explanation'
import { MOST_FAIR_GAMES } from '@rollcall/scoring/fair-points'
import type { Racer, RacerLabel } from '@rollcall/scoring/racer'
import type { ChannelPart } from '@rollcall/scoring/round-rows'
import { type RawBuilder, sql } from 'kysely'
import { allPages } from '../../../edge/send-export.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { type BoardInRows, findPlace, type PlaceOfRow, pageOfRows } from '../../boards/pages.ts'
import { isOfOthers, ownsDuring } from '../../people/login-owners.ts'
import {
  EVENT_SCOPE,
  isShownOn,
  joinHidden,
  laterChannel,
  laterChannelOf,
  RACER_NAME,
  racersShownAs,
  withPlatformInSql,
} from '../../people/racer-names.ts'
import { ownRacers } from '../../rights/event.ts'
import {
  foldedNames,
  isNamedSince,
  joinNames,
  joinOwner,
  KNOWN_NAMES,
  type KnownNames,
  labelOf,
  NAME_ANYWHERE,
  NAME_HERE,
  takeLook,
} from '../../standings/racer-looks.ts'
import { isMerged, type ShownBoard } from './event-boards.ts'

/** Of the query's `row`: true, or null. */
export const DISQUALIFIED = sql`nullif(row.is_disqualified, false) as is_disqualified`

/** A row with its position on the board and its rank. */
export type RankedRow = BoardRow & { position: number; rank: number; is_disqualified?: true }

type StoredRow = Omit<RankedRow, keyof RacerLabel | 'is_disqualified'> & {
  is_disqualified: true | null
} & Racer &
  KnownNames

const COLUMNS = sql`
  row.position, row.rank, ${DISQUALIFIED}, racer.platform, racer.login,
  row.event_points, row.race_points, row.race_wins, row.race_games as race_races,
  row.race_high_score as race_hs, row.royale_points as br_points, row.royale_wins as br_wins,
  row.royale_games as br_races, row.royale_high_score as br_hs,
  row.kills, row.eliminations, row.crown_wins`

/** A page of the board with the names that the board shows. `search` is a part of such a name. */
export async function pageOfBoard(
  db: Db,
  board: ShownBoard,
  { search = '', ...asked }: { page: number; pageSize: number; search?: string },
): Promise<{ rows: RankedRow[]; total: number; totalPages: number }> {
  const { rows, ...counts } = await pageOfRows<StoredRow>(db, inRows(board), {
    ...asked,
    search,
    fromRank: 1,
  })
  return { ...counts, rows: rows.map(shownRow) }
}

/** The rows at these positions, by position. */
export async function rowsAt(
  db: Db,
  board: ShownBoard,
  positions: readonly number[],
): Promise<ReadonlyMap<number, RankedRow>> {
  const { joins, columns } = inRows(board)
  const { rows } = await sql<StoredRow>`
    select ${columns} from event_board_rows as row ${joins}
    where row.board_id = ${board.id} and row.position = any(${positions}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.position, shownRow(row)]))
}

/** The user's own row on the board, and its neighbours; null if they are not on it. */
export async function findPlaceOnBoard(
  db: Db,
  board: ShownBoard,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<PlaceOfRow<RankedRow> | null> {
  const place = await findPlace<StoredRow>(
    db,
    inRows(board),
    sql<boolean>`row.racer_id in (
      select own.id from events as event cross join lateral ${ownRacers(userId)} as own
      where event.id = ${eventId}
    )`,
  )
  return (
    place && {
      row: shownRow(place.row),
      above: place.above && shownRow(place.above),
      below: place.below && shownRow(place.below),
    }
  )
}

function inRows(board: ShownBoard): BoardInRows {
  const { joins, columns } = joinBoardNames(board)
  return {
    table: 'event_board_rows',
    isOnBoard: sql`row.board_id = ${board.id}`,
    joins: sql`join racers as racer on racer.id = row.racer_id ${joins}`,
    columns: sql`${COLUMNS}, ${columns}`,
    names: foldedNames(board.channelId === null ? 'anywhere' : 'on the channel'),
  }
}

function shownRow(stored: StoredRow): RankedRow {
  const {
    row: { is_disqualified, ...row },
    look,
  } = takeLook(stored)
  return { ...row, ...(is_disqualified && { is_disqualified }), ...labelOf(look) }
}

/** Whether somebody else than the login's present owner had it during the event. */
const isOfOthersIn = (eventId: number) => {
  const event = (name: 'starts_at' | 'ends_at') =>
    sql`(select ${sql.ref(name)} from events where id = ${eventId})`
  return isOfOthers(
    'racer',
    ownsDuring('period', { from: event('starts_at'), until: event('ends_at') }),
  )
}

/** How the board names and colours the query's `row` and its `racer`. */
export function joinBoardNames(board: ShownBoard): {
  joins: RawBuilder<unknown>
  /** `KnownNames`, with the shown name as `here`. */
  columns: RawBuilder<unknown>
  /** Hidden racers have one too; null means the `racer_name`. */
  shownName: RawBuilder<string | null>
} {
  const { eventId, channelId, parts } = board
  if (channelId !== null) {
    return {
      joins: joinNames(sql`${channelId}`, {
        isOfOthers: isOfOthersIn(eventId),
        scope: scopeOfStreamer(eventId, channelId),
      }),
      columns: KNOWN_NAMES,
      shownName: withPlatformInSql(NAME_HERE),
    }
  }
  return {
    joins: sql`
      ${joinOwner(isOfOthersIn(eventId))}
      ${joinHidden(EVENT_SCOPE(sql`${eventId}::integer`, laterChannelIn(board)))}
      left join lateral (
        -- Only if all channels that know a colour agree.
        select case when count(distinct named.color) = 1 then min(named.color) end as color
        from event_board_rows as part
        join event_boards as board on board.id = part.board_id
        join channel_racers as named
          on named.channel_id = board.channel_id and named.racer_id = part.racer_id
          and ${isNamedSince}
        where part.racer_id = row.racer_id and part.board_id = any(${listIds(parts)}::bigint[])
          and not whose.others
        ) as named on true`,
    columns: sql`
      ${NAME_ANYWHERE} as anywhere, ${NAME_ANYWHERE} as here, named.color,
      hidden.name as hidden, whose.others`,
    shownName: withPlatformInSql(NAME_ANYWHERE),
  }
}

/** A merged board has stored it; the only streamer's board that has results also stands for all. */
function laterChannelIn(board: ShownBoard): RawBuilder<unknown> {
  const [only] = board.parts
  return isMerged(board) || only === undefined
    ? sql`row.later_channel_id`
    : laterChannel(sql`${only.channelId}::integer`)
}

/** The same of the query's `row` and `racer`, hidden or not. */
export function laterChannelIdOn(board: ShownBoard): RawBuilder<unknown> {
  const [only] = board.parts
  return isMerged(board) || only === undefined
    ? sql`row.later_channel_id`
    : laterChannelOf(sql`${only.channelId}::integer`)
}

const scopeOfStreamer = (eventId: number, channelId: number) =>
  EVENT_SCOPE(sql`${eventId}::integer`, laterChannel(sql`${channelId}::integer`))

const listIds = (parts: ShownBoard['parts']) => parts.map(({ id }) => id)

/** Whether the `part` of a hidden racer's `row` is summed in it: a later channel's results stand for themselves. */
export const isPartOf = sql<boolean>`exists (
  select from event_boards as board
  where board.id = part.board_id and case
    when row.later_channel_id is not null then board.channel_id = row.later_channel_id
    else not exists (
      select from event_board_rows as later
      where later.board_id = row.board_id and later.racer_id = row.racer_id
        and later.later_channel_id = board.channel_id
    )
  end
)`

/** How many rows of a board are in memory at the same time. */
const PORTION = 1_000

/**
 * Yields a streamer's board, a thousand rows at a time, with the channel's names for racers; `merged_name` is the name
 * on the board of All Streamers.
 */
export async function* readBoardRows(
  db: Db,
  {
    id,
    eventId,
    channelId,
    rowCount,
  }: { id: number; eventId: number; channelId: number; rowCount: number },
): AsyncGenerator<BoardRow[]> {
  for (let from = 0; from < rowCount; from += PORTION) {
    const { rows } = await sql<StoredRow>`
      select ${COLUMNS}, ${KNOWN_NAMES}
      from event_board_rows as row
      join racers as racer on racer.id = row.racer_id
      ${joinNames(sql`${channelId}`, {
        isOfOthers: isOfOthersIn(eventId),
        scope: scopeOfStreamer(eventId, channelId),
      })}
      where row.board_id = ${id} and row.position > ${from} and row.position <= ${from + PORTION}
      order by row.position`.execute(db)
    if (rows.length < Math.min(PORTION, rowCount - from)) {
      // This breaks the connection, so that nobody takes a part for the whole.
      throw new Error(`the board ${id} was deleted while it was being read`)
    }
    yield rows.map((stored) => {
      const {
        row: { position: _, rank: __, is_disqualified: ___, ...row },
        look,
      } = takeLook(stored)
      const isOther = look.name !== look.nameAnywhere
      return { ...row, ...labelOf(look), ...(isOther && { merged_name: look.nameAnywhere }) }
    })
  }
}

/** The terms of the row that the board shows under that name; null if there is no such row. */
export async function findTerms(
  db: Db,
  board: ShownBoard,
  name: string,
): Promise<readonly Term[] | null> {
  const adjusted = isMerged(board) ? board.id : null
  const { rows } = await sql<{ terms: readonly Term[] }>`
    with racer as materialized (select * from ${racersShownAs(name, board.eventId)} as racer)
    select row.terms from racer ${joinShownRows(board, name)}
    union all
    select row.terms from racer
    join event_board_rows as row on row.racer_id = racer.racer_id
    where row.board_id = ${adjusted} and row.terms is not null
      and row.later_channel_id is not distinct from racer.later_channel_id
      and (racer.number is not null or ${RACER_NAME} = ${name})`.execute(db)
  return rows.length === 0 ? null : mergeTerms(rows.map(({ terms }) => terms))
}

/** Joins to a `racer` of `racersShownAs` their `row` on each of the board's parts, as far as it goes by this name. */
const joinShownRows = ({ parts }: ShownBoard, name: string) => sql`
  join event_board_rows as row on row.racer_id = racer.racer_id
  join event_boards as board on board.id = row.board_id
    and board.id = any(${listIds(parts)}::bigint[])
    and (racer.number is not null or ${RACER_NAME} = ${name})
    and ${isShownOn(sql`board.channel_id`)}`

/** The racer whose row the board shows under that name; null if there is no such row. */
export async function findRacerOnBoard(
  db: Db,
  board: ShownBoard,
  name: string,
): Promise<{ racerId: number; laterChannelId: number | null } | null> {
  const { rows } = await sql<{ racerId: number; laterChannelId: number | null }>`
    select racer.racer_id as "racerId", racer.later_channel_id as "laterChannelId"
    from ${racersShownAs(name, board.eventId)} as racer ${joinShownRows(board, name)}
    order by racer.choice
    limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Yields all rows of a board, a thousand at a time, with the names that the board shows.
 *
 * @throws {Error} if the board was deleted meanwhile, so that nobody takes a part for the whole
 */
export async function* listBoard(db: Db, board: ShownBoard): AsyncGenerator<RankedRow[]> {
  let read = 0
  for await (const rows of allPages((page) =>
    pageOfBoard(db, board, { page, pageSize: PORTION }),
  )) {
    read += rows.length
    yield [...rows]
  }
  if (read < board.rowCount) {
    throw new Error(`the board ${board.id} was deleted while it was being read`)
  }
}

/** The merged terms of rows that follow each other on the board, by position. */
export async function findTermsOfRows(
  db: Db,
  board: ShownBoard,
  rows: readonly RankedRow[],
): Promise<ReadonlyMap<number, readonly Term[]>> {
  const after = (rows[0]?.position ?? 1) - 1
  const upTo = rows.at(-1)?.position ?? 0
  const found = await sql<{ position: number; terms: readonly Term[] }>`
    select position, terms from (${explainedRows(board, { after, upTo })}) as row`.execute(db)
  return new Map(found.rows.map(({ position, terms }) => [position, terms]))
}

/** The sum of the points of all rows of each board, by its id; none for a board without rows. */
export async function sumPoints(
  db: Db,
  boardIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const sums = await db
    .selectFrom('event_board_rows')
    .select(({ fn }) => ['board_id as id', fn.sum<number>('event_points').as('sum')])
    .where(sql<boolean>`board_id = any(${boardIds}::bigint[])`)
    .groupBy('board_id')
    .execute()
  return new Map(sums.map(({ id, sum }) => [id, sum]))
}

/** Joins what `GAMES` needs to the query's `row` of a board. */
export const joinPlayed = (parts: ShownBoard['parts']) => sql`
  left join (
    select racer_id, bool_or(race_games + royale_games = 0) as is_unknown
    from event_board_rows
    where board_id = any(${listIds(parts)}::bigint[])
    group by racer_id
  ) as played on played.racer_id = row.racer_id`

/** How many games the racer of the query's `row` played; null if some channel's snapshot does not say so. */
export const GAMES = sql<number | null>`
  case when not coalesce(played.is_unknown, false) then row.race_games + row.royale_games end`

/** So many of the first ones in a `GamePlace[]`. */
export const firstOf = (fairGames: RawBuilder<unknown>, count: number) =>
  sql`jsonb_path_query_array(${fairGames}, ${`$[0 to ${count - 1}]`}::jsonpath)`

/**
 * What the racer of the query's `row` has on each channel, as `ChannelPart`s.
 *
 * @param fairGames how many of the first games
 * @param isPart whether the `part` of the same racer is summed in the row
 */
export const channelsOf = (
  parts: ShownBoard['parts'],
  fairGames: number,
  isPart: RawBuilder<boolean> = isPartOf,
) => sql<ChannelPart[]>`(
  select jsonb_agg(
    jsonb_build_object(
      'channel', streamer.channel_id, 'points', part.event_points,
      'games', nullif(part.race_games + part.royale_games, 0),
      'participation', coalesce(part.participation, 0)
    )${fairGames === 0 ? sql`` : sql` || jsonb_build_object('fair', ${firstOf(sql`part.fair_games`, fairGames)})`}
    order by streamer.channel_id
  )
  from event_board_rows as part join event_boards as streamer on streamer.id = part.board_id
  where part.racer_id = row.racer_id and part.board_id = any(${listIds(parts)}::bigint[])
    and ${isPart}
)`

/**
 * Selects the board's rows between two positions with the racers' present names, hidden or not: position, rank,
 * `is_disqualified`, `racer_id`, `racer_name`, `display_name` if it differs, color, points, games, channels, the facts of
 * single games, and terms.
 */
export function explainedRows(
  board: ShownBoard,
  { after, upTo }: { after: number; upTo: number },
): RawBuilder<unknown> {
  const { joins, columns, shownName } = joinBoardNames(board)
  return sql`
    select listed.*, nullif(listed.shown_name, listed.racer_name) as display_name
    from (
      select row.position, row.rank, row.is_disqualified, row.event_points, row.racer_id,
        ${GAMES} as games, row.single_games, row.checkpoints,
        ${channelsOf(board.parts, MOST_FAIR_GAMES, sql<boolean>`(hidden.name is null or ${isPartOf})`)} as channels,
        ${columns}, hidden.later_channel_id, ${RACER_NAME} as racer_name,
        ${shownName} as shown_name,
        merged.terms${isMerged(board) ? sql` || coalesce(row.terms, '[]')` : sql``} as terms
      from event_board_rows as row
      join racers as racer on racer.id = row.racer_id
      ${joins}
      ${joinPlayed(board.parts)}
      cross join lateral (
        select coalesce(
          jsonb_agg(
            jsonb_strip_nulls(jsonb_build_object(
              'kind', kind, 'position', position, 'count', count, 'each', each, 'points', points
            ))
            order by array_position(${[...TERM_KINDS]}::text[], kind), position nulls first,
              each nulls first
          ),
          '[]'
        ) as terms
        from (
          -- Like mergeTerms.
          select term.kind, term.position, term.each,
            sum(term.count) as count, sum(term.points) as points
          from event_board_rows as part
          cross join jsonb_to_recordset(part.terms)
            as term (kind text, position integer, each numeric, count numeric, points numeric)
          where part.racer_id = row.racer_id and part.board_id = any(${listIds(board.parts)}::bigint[])
            and (hidden.name is null or ${isPartOf})
          group by term.kind, term.position, term.each
        ) as summed
      ) as merged
      where row.board_id = ${board.id} and row.position > ${after} and row.position <= ${upTo}
    ) as listed`
}
