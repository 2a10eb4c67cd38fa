import { getLeagueCalendar } from '@rollcall/contract/calendar'
import { type ExportFormat, MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import type { LeagueRow } from '@rollcall/contract/leagues'
import {
  exportPublicLeague,
  findOwnLeagueRow,
  getPublicLeague,
  type LeaguePlace,
  listPublicLeagueRows,
} from '@rollcall/contract/leagues-public'
import { addressOf } from '@rollcall/contract/pages'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import { asking, everythingAbout } from '#api/query-keys.ts'

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

export function publicLeagueRowsQuery(
  token: string,
  { page, search }: { page: number; search: string },
) {
  return queryOptions({
    ...asking(
      listPublicLeagueRows,
      { params: { token }, query: { page: String(page), search }, token: null },
      aboutLeague(token),
    ),
    placeholderData: keepPreviousData,
  })
}

/** The place of the racer with that name. */
export function publicLeaguePlaceQuery(token: string, name: string) {
  return queryOptions({
    ...publicLeagueRowsQuery(token, { page: 1, search: name.slice(0, MAX_SEARCH_LENGTH) }),
    select: ({ found }) => found && shownPlace(found),
  })
}

/** The reader's own row and its neighbours. */
export function ownLeagueRowQuery(token: string) {
  return queryOptions({
    ...asking(findOwnLeagueRow, { params: { token } }, aboutLeague(token)),
    select: ({ own }) => own && shownPlace(own),
  })
}

export function downloadLeague(
  token: string,
  query: { search: string; format: ExportFormat },
  options: DownloadOptions,
): Promise<Blob> {
  return downloadFile(exportPublicLeague, { params: { token }, query, token: null, ...options })
}

export const calendarAddress = (token: string) => addressOf(getLeagueCalendar, { token })

/** A row as all boards list one. */
const listedRow = (row: LeagueRow) => ({ ...row, event_points: row.total })

/** A place as all boards show one. */
export const shownPlace = ({ row, above, below, page }: LeaguePlace) => ({
  row: listedRow(row),
  above: above && listedRow(above),
  below: below && listedRow(below),
  page,
})
export type ShownPlace = ReturnType<typeof shownPlace>
