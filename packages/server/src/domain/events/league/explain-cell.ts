/** Where a row's result of a round comes from: down to what each channel's games gave. */
import type { QueryOf } from '@rollcall/contract/endpoint'
import type { ExplainedCell, explainLeagueCell } from '@rollcall/contract/league-cells'
import type { LeagueRules } from '@rollcall/contract/leagues'
import { giveBonuses } from '@rollcall/scoring/bonus'
import { explainTerms, type Term } from '@rollcall/scoring/explanation'
import { isHiddenRacer } from '@rollcall/scoring/racer'
import type { TableRow } from '@rollcall/scoring/series'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { EventBoards } from '../boards/event-boards.ts'
import { readParts } from './cell-parts.ts'
import { explainFairCell } from './explain-fair-cell.ts'
import type { LeagueTable } from './kept-tables.ts'
import { listOwnRows } from './place.ts'
import { readBoardRows, rowKey, type StoredResult } from './round-results.ts'
import type { SeriesRound } from './rounds.ts'
import { listStreamerRows } from './streamer-results.ts'
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
  const channels = await readParts(parts, rules, { round, own })
  const owner = table.owners.get(found.row)
  const everybody = asked.everybody.rounds.find(({ eventId }) => eventId === query.round)
  const bonuses = giveBonuses(rules.bonuses ?? [], everybody?.results ?? []).get(found.row)
  return {
    cell,
    multiplier: multiplierOf(rules, round.eventId),
    isFrozen: round.board !== null,
    parts: cell.isDisqualified ? [] : channels.parts,
    // Those with the most event points, which fair points are not made of.
    ...(rules.rows?.kind === 'streamers' &&
      fairGames === null &&
      owner?.channelId !== undefined &&
      cell.rank !== null && {
        rows: await listStreamerRows(parts, round, {
          ...{ userId: owner.userId, channelId: owner.channelId },
          bestRows: rules.rows.bestRows,
        }),
      }),
    adjustments: explainTerms(channels.adjustments.filter(isEventsOwn)),
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
  const own = (await readBoardRows(parts, round, fairGames ?? 0)).filter(
    (result) => rowKey(result) === row,
  )
  const counted = own.filter(({ isDisqualified }) => !isDisqualified)
  return counted.length === 0 ? own : counted
}

/** A bonus of the league is among those of its rules. */
const isEventsOwn = (term: Term) => term.kind === 'adjusted' && term.bonus === undefined
