import { getLeagueCalendar } from '@rollcall/contract/calendar'
import { type ExportFormat, MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { explainPublicLeagueCell } from '@rollcall/contract/league-cells'
import type { LeagueRow } from '@rollcall/contract/leagues'
import {
  exportPublicLeague,
  findOwnLeagueRow,
  getPublicLeague,
  type LeaguePlace,
  listPublicLeagueRows,
} from '@rollcall/contract/leagues-public'
import { addressOf } from '@rollcall/contract/pages'
import { isHiddenRacer } from '@rollcall/scoring/racer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import { asking, everythingAbout } from '#api/query-keys.ts'
import type { AskedCell } from '../terms/queries.ts'

export const aboutLeague = (token: string) => ({ publicLeague: token })

/** The key of all that the page has loaded. */
export function publicLeagueKey(token: string) {
  return everythingAbout(aboutLeague(token))
}

export function publicLeagueQuery(token: string) {
  return queryOptions({
    // Without a session, because the link is enough.
    ...asking(getPublicLeague, { params: { token }, token: null }, aboutLeague(token)),
  })
}

/** A league, and the division whose table is asked for; null: everybody's. */
export interface TableOf {
  readonly token: string
  readonly division: number | null
}

const ofDivision = ({ division }: TableOf) =>
  division === null ? {} : { division: String(division) }

export function publicLeagueRowsQuery(
  of: TableOf,
  { page, search }: { page: number; search: string },
) {
  const { token } = of
  return queryOptions({
    ...asking(
      listPublicLeagueRows,
      { params: { token }, query: { page: String(page), search, ...ofDivision(of) }, token: null },
      aboutLeague(token),
    ),
    placeholderData: keepPreviousData,
  })
}

/** The place of the racer with that name. */
export function publicLeaguePlaceQuery(of: TableOf, name: string) {
  return queryOptions({
    ...publicLeagueRowsQuery(of, { page: 1, search: name.slice(0, MAX_SEARCH_LENGTH) }),
    select: ({ found }) => found && shownPlace(found),
  })
}

/** The reader's own row and its neighbours. */
export function ownLeagueRowQuery(of: TableOf) {
  const { token } = of
  return queryOptions({
    ...asking(findOwnLeagueRow, { params: { token }, query: ofDivision(of) }, aboutLeague(token)),
    select: ({ own, note }) => {
      const place = own && shownPlace(own)
      return place && { ...place, row: { ...place.row, note } }
    },
  })
}

/** Where a result comes from. Only hidden racers need to say who they are. */
export function publicCellQuery(of: TableOf, cell: AskedCell) {
  const { token } = of
  const params = { token }
  const query = { ...cell, ...ofDivision(of) }
  return queryOptions(
    asking(
      explainPublicLeagueCell,
      isHiddenRacer(query.racer) ? { params, query } : { params, query, token: null },
      aboutLeague(token),
    ),
  )
}

export function downloadLeague(
  of: TableOf,
  asked: { search: string; format: ExportFormat },
  options: DownloadOptions,
): Promise<Blob> {
  const { token } = of
  const query = { ...asked, ...ofDivision(of) }
  return downloadFile(exportPublicLeague, { params: { token }, query, token: null, ...options })
}

export const calendarAddress = (token: string) => addressOf(getLeagueCalendar, { token })

/** A row as all boards list one. */
const listedRow = (row: LeagueRow) => ({
  ...row,
  event_points: row.total,
  // What it has does not compare.
  ...(row.disqualified !== null && { is_disqualified: true as const }),
})

/** A place as all boards show one. */
export const shownPlace = ({ row, above, below, page }: LeaguePlace) => ({
  row: listedRow(row),
  above: above && listedRow(above),
  below: below && listedRow(below),
  page,
})
export type ShownPlace = ReturnType<typeof shownPlace>
