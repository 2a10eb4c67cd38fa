/** Calls that read a league without sign-in, with the token of its public page. */
import { LEAGUE_PAGE_SIZE, type LeagueRow } from '@rollcall/contract/leagues'
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
import { findNote } from './disqualifications.ts'
import { findAskedTable } from './divisions/divided.ts'
import { describeBoard } from './league-board.ts'
import { findOwnRow, placeOf } from './place.ts'
import { describeLeague, type PublicLeagues } from './public-leagues.ts'
import { pageOfTable } from './table.ts'
import { placeWithTeams, withTeams } from './teams/row-teams.ts'

/** The league with the table of the division that somebody asks for, if any. */
async function findAsked(
  db: AppContext['db'],
  leagues: PublicLeagues,
  { token, division }: { token: string; division: number | undefined },
) {
  const league = await leagues.get(token)
  const asked = await findAskedTable(db, { ...league, seriesId: league.id }, { division })
  return { ...league, ...asked }
}

export function servePublicLeagues(
  serve: Serve,
  { db, now }: AppContext,
  leagues: PublicLeagues,
): void {
  serve(getPublicLeague, async ({ params }) =>
    describeLeague({ db, now }, await leagues.get(params.token)),
  )

  serve(getLeagueBoard, async ({ params, query }) =>
    describeBoard(db, await leagues.get(params.token), query),
  )

  serve(listPublicLeagueRows, async ({ params, query, request }) => {
    if (query.search !== '') {
      await request.countFor('search')
    }
    const league = await findAsked(db, leagues, { ...params, division: query.division })
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

  serve(findOwnLeagueRow, async ({ params, query, caller }) => {
    const league = await findAsked(db, leagues, { ...params, division: query.division })
    const { id, table, rules } = league
    const row = await findOwnRow(db, table, caller.userId)
    const own = row && (await placeOf(db, table, { row, ...rules }))
    return {
      own: await placeWithTeams(db, league, own),
      note: row?.isDisqualified ? await findNote(db, { seriesId: id, table, row: row.row }) : null,
    }
  })

  serve(exportPublicLeague, async ({ params, query, reply }) => {
    const league = await findAsked(db, leagues, { ...params, division: query.division })
    const { table, rules } = league
    const { search, format } = query
    return sendExport(reply, {
      format,
      name: ['league', league.name],
      row: LeagueFileRow,
      rows: allPages(async (page) => {
        const asked = { ...rules, page, search, pageSize: EXPORT_PORTION }
        const { rows, totalPages } = await pageOfTable(db, table, asked)
        return { rows: rows.map(toFileRow), totalPages }
      }),
      lines: linesOf(league),
    })
  })
}

const toFileRow = ({ division, ...row }: LeagueRow): LeagueFileRow => ({
  ...row,
  ...(division && { division: division.name }),
})

/** In CSV, the cells are columns, by the round's number in the series. */
function linesOf({ rounds, table, divisions }: Awaited<ReturnType<typeof findAsked>>) {
  const numbers = table.rounds.map(
    (counting) => 1 + rounds.findIndex(({ eventId }) => eventId === counting.eventId),
  )
  const { cells: _, division, ...shape } = LeagueFileRow.shape
  const line = z.object({
    ...shape,
    ...(divisions.length > 0 && { division }),
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
