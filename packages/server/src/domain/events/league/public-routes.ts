/** Calls that read a league without sign-in, with the token of its public page. */
import { LEAGUE_PAGE_SIZE } from '@rollcall/contract/leagues'
import { getLeagueBoard } from '@rollcall/contract/leagues-board'
import {
  exportPublicLeague,
  findOwnLeagueRow,
  getPublicLeague,
  LeagueFileRow,
  listPublicLeagueRows,
} from '@rollcall/contract/leagues-public'
import * as z from 'zod/mini'
import type { AppContext } from '../../../edge/app-context.ts'
import { allPages, EXPORT_PORTION, sendExport } from '../../../edge/send-export.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { describeBoard } from './league-board.ts'
import { findOwnRow, placeOf } from './place.ts'
import { describeLeague, type FoundLeague, type PublicLeagues } from './public-leagues.ts'
import { pageOfTable } from './table.ts'

export function servePublicLeagues(serve: Serve, { db }: AppContext, leagues: PublicLeagues): void {
  serve(getPublicLeague, async ({ params }) => describeLeague(db, await leagues.get(params.token)))

  serve(getLeagueBoard, async ({ params, query }) =>
    describeBoard(db, await leagues.get(params.token), query.of),
  )

  serve(listPublicLeagueRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const { table, rules } = await leagues.get(params.token)
    const { minimumRounds } = rules
    const asked = { ...query, pageSize: LEAGUE_PAGE_SIZE, minimumRounds }
    const { named, ...page } = await pageOfTable(db, table, asked)
    return { ...page, found: named && (await placeOf(db, table, { row: named, minimumRounds })) }
  })

  serve(findOwnLeagueRow, async ({ params, caller }) => {
    const { table, rules } = await leagues.get(params.token)
    const row = await findOwnRow(db, table, caller.userId)
    return { own: row && (await placeOf(db, table, { row, ...rules })) }
  })

  serve(exportPublicLeague, async ({ params, query, reply }) => {
    const league = await leagues.get(params.token)
    const { table, rules } = league
    const { search, format } = query
    return sendExport(reply, {
      format,
      name: ['league', league.name],
      row: LeagueFileRow,
      rows: allPages((page) =>
        pageOfTable(db, table, { ...rules, page, search, pageSize: EXPORT_PORTION }),
      ),
      lines: linesOf(league),
    })
  })
}

/** In CSV, the cells are columns, by the round's number in the series. */
function linesOf({ rounds, table }: FoundLeague) {
  const numbers = table.rounds.map(
    (counting) => 1 + rounds.findIndex(({ eventId }) => eventId === counting.eventId),
  )
  const { cells: _, ...shape } = LeagueFileRow.shape
  const line = z.object({
    ...shape,
    ...Object.fromEntries(
      numbers.flatMap((number) => [
        [`R${number}`, z.nullable(z.union([z.number(), z.literal('DSQ')]))],
        [`R${number}_counts`, z.number()],
      ]),
    ),
  })
  const of = ({ cells, ...row }: LeagueFileRow) => [
    {
      ...row,
      ...Object.fromEntries(
        cells.flatMap(({ rank, value, isDropped, isDisqualified }, index) => [
          [`R${numbers[index]}`, isDisqualified ? 'DSQ' : rank === null ? null : value],
          [`R${numbers[index]}_counts`, isDropped ? 0 : 1],
        ]),
      ),
    },
  ]
  return { line, of }
}
