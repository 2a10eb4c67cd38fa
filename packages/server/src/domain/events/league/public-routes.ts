/** Calls that read a league without sign-in, with the token of its public page. */
import { LEAGUE_PAGE_SIZE } from '@rollcall/contract/leagues'
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
import { findOwnRow, placeOf } from './place.ts'
import { describeLeague, type FoundLeague, type PublicLeagues } from './public-leagues.ts'
import { pageOfTable } from './table.ts'
import { placeWithTeams, withTeams } from './teams/row-teams.ts'

export function servePublicLeagues(serve: Serve, { db }: AppContext, leagues: PublicLeagues): void {
  serve(getPublicLeague, async ({ params }) => describeLeague(db, await leagues.get(params.token)))

  serve(listPublicLeagueRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const league = await leagues.get(params.token)
    const { table, rules } = league
    const { minimumRounds } = rules
    const asked = { ...query, pageSize: LEAGUE_PAGE_SIZE, minimumRounds }
    const { named, ...page } = await pageOfTable(db, table, asked)
    const found = named && (await placeOf(db, table, { row: named, minimumRounds }))
    return {
      ...page,
      rows: await withTeams(db, league, page.rows),
      found: await placeWithTeams(db, league, found),
    }
  })

  serve(findOwnLeagueRow, async ({ params, caller }) => {
    const league = await leagues.get(params.token)
    const { table, rules } = league
    const row = await findOwnRow(db, table, caller.userId)
    const own = row && (await placeOf(db, table, { row, ...rules }))
    return { own: await placeWithTeams(db, league, own) }
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
