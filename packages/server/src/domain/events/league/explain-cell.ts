/** Where a row's result of a round comes from: down to what each channel's games gave. */
import type { QueryOf } from '@rollcall/contract/endpoint'
import type { ExplainedCell, explainLeagueCell } from '@rollcall/contract/league-cells'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { giveBonuses } from '@rollcall/scoring/bonus'
import { explainTerms, mergeTerms, sumTerms, type Term } from '@rollcall/scoring/explanation'
import { isHiddenRacer, racerKey } from '@rollcall/scoring/racer'
import type { TableRow } from '@rollcall/scoring/series'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { CHANNEL_LABEL, JOIN_STREAMER } from '../../standings/channel-labels.ts'
import { type EventBoards, isMerged } from '../boards/event-boards.ts'
import { isPartOf } from '../boards/read-board.ts'
import { explainFairCell } from './explain-fair-cell.ts'
import type { LeagueTable } from './kept-tables.ts'
import { listOwnRows } from './place.ts'
import { readBoardRows, rowKey, type StoredResult } from './round-results.ts'
import type { SeriesRound } from './rounds.ts'
import { labelsOf, multiplierOf, type WhatCounts, whatCounts } from './table.ts'

interface Parts {
  db: Db
  boards: EventBoards
  now: Date
}

interface Asked {
  rules: LeagueRules
  table: LeagueTable
  /** The table without divisions, whose rounds decide about bonuses. */
  everybody: LeagueTable
  /** Which cell. */
  query: QueryOf<typeof explainLeagueCell>
  /** null: nobody has signed in. */
  readerId: number | null
}

/** @throws {ApiError} if there is no such cell, or it is a hidden racer's and not the reader's */
export async function explainCell(parts: Parts, asked: Asked): Promise<ExplainedCell> {
  const { rules, table, query } = asked
  const index = table.rounds.findIndex(({ eventId }) => eventId === query.round)
  const round = table.rounds[index]
  if (round === undefined) {
    throw new ApiError('no_such_round')
  }
  const found = await findRow(parts.db, asked)
  const cell = found.cells[index]
  if (cell === undefined) {
    throw new ApiError('league_table_changed')
  }
  const { fairGames } = whatCounts(rules)
  const own = await listCountedRows(parts, { round, fairGames }, found.row)
  const fair = await explainFairCell(parts, rules, own)
  const channels = await listChannelTerms(parts, round, own)
  const terms = channels.flatMap((channel) => channel.terms)
  const everybody = asked.everybody.rounds.find(({ eventId }) => eventId === query.round)
  const bonuses = giveBonuses(rules.bonuses ?? [], everybody?.results ?? []).get(found.row)
  return {
    cell,
    multiplier: multiplierOf(rules, round.eventId),
    parts: cell.isDisqualified ? [] : countedParts(rules, toParts(channels)),
    adjustments: explainTerms(terms.filter(isEventsOwn)),
    bonuses: [...(bonuses ?? [])],
    ...(fair && !cell.isDisqualified && { fair }),
  }
}

async function findRow(db: Db, { table, query, readerId }: Asked): Promise<TableRow> {
  const found = table.rows[Number(query.row) - 1]
  const labels = found && (await labelsOf(db, [found.row], table.owners))
  if (found === undefined || labels?.get(found.row)?.racer_name !== query.racer) {
    throw new ApiError('league_table_changed')
  }
  if (isHiddenRacer(query.racer)) {
    const own = readerId === null ? [] : await listOwnRows(db, table, readerId)
    if (!own.includes(found)) {
      throw new ApiError('league_cell_hidden')
    }
  }
  return found
}

/** The rows of the round's board that are the row; what a disqualified login has counts only if all are. */
async function listCountedRows(
  parts: Parts,
  { round, fairGames }: { round: SeriesRound } & Pick<WhatCounts, 'fairGames'>,
  row: string,
): Promise<StoredResult[]> {
  const own = (await readBoardRows(parts, round, fairGames)).filter(
    (result) => rowKey(result) === row,
  )
  const counted = own.filter(({ isDisqualified }) => !isDisqualified)
  return counted.length === 0 ? own : counted
}

interface ChannelTerms {
  channel: ExplainedCell['parts'][number]['channel']
  terms: readonly Term[]
}

/** null stands for all channels together. Adjustments are the last entry of a board of several channels. */
async function listChannelTerms(
  { db, boards }: Parts,
  { eventId, organiserId, board }: SeriesRound,
  own: readonly StoredResult[],
): Promise<ChannelTerms[]> {
  const racers = sql`unnest(
    ${own.map(({ racerId }) => racerId)}::integer[],
    ${own.map(({ laterChannelId }) => laterChannelId)}::integer[]
  ) as asked (racer_id, later_channel_id)`
  if (board !== null) {
    const { rows } = await sql<ChannelTerms>`
      select null as channel, row.terms from ${racers}
      join show_rows as row on row.racer_id = asked.racer_id
        and row.later_channel_id is not distinct from asked.later_channel_id
      where row.event_id = ${eventId} and row.board = ${board}`.execute(db)
    return rows
  }
  const shown = await boards.getBoard(
    await boards.getStreamerBoards({ eventId, organiserId }),
    null,
  )
  const isOnBoard = isMerged(shown)
    ? sql<boolean>`row.later_channel_id is not distinct from asked.later_channel_id`
    : sql<boolean>`true`
  const { rows } = await sql<ChannelTerms>`
    with own as (
      select row.* from ${racers}
      join event_board_rows as row on row.racer_id = asked.racer_id and ${isOnBoard}
      where row.board_id = ${shown.id}
    )
    select ${CHANNEL_LABEL} as channel, part.terms from own as row
    join event_board_rows as part on part.racer_id = row.racer_id
      and part.board_id = any(${shown.parts.map(({ id }) => id)}::bigint[]) and ${isPartOf}
    join event_boards as part_board on part_board.id = part.board_id
    join channels as channel on channel.id = part_board.channel_id
    ${JOIN_STREAMER}
    union all
    select null, row.terms from own as row
    where ${isMerged(shown)}::boolean and row.terms is not null`.execute(db)
  return rows
}

/** A bonus of the league is among those of its rules. */
const isEventsOwn = (term: Term) => term.kind === 'adjusted' && term.bonus === undefined

const isAdjusted = ({ kind }: Term) => kind === 'adjusted'

/** One for each channel, without adjustments. */
function toParts(channels: readonly ChannelTerms[]): ExplainedCell['parts'] {
  const byChannel = Map.groupBy(channels, ({ channel }) => channel && racerKey(channel))
  return [...byChannel.values()].flatMap((same) => {
    const terms = mergeTerms(same.map((each) => each.terms.filter((term) => !isAdjusted(term))))
    const hasRaced = same.some((each) => each.channel !== null || !each.terms.every(isAdjusted))
    const channel = same[0]?.channel ?? null
    return hasRaced ? [{ channel, terms: explainTerms(terms), points: sumTerms(terms) }] : []
  })
}

/** Of a frozen board nobody knows the terms of single channels, and those of all together are not what counts. */
function countedParts(
  { rows }: LeagueRules,
  parts: ExplainedCell['parts'],
): ExplainedCell['parts'] {
  if (rows?.kind === 'racers' && parts.some(({ channel }) => channel === null)) return []
  return rows?.kind === 'racers'
    ? parts.toSorted((a, b) => b.points - a.points).slice(0, rows.bestChannels)
    : parts
}
