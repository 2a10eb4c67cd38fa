import type { ExportFormat } from '@rollcall/contract/endpoint'
import {
  explainPublicRow,
  exportPublicBoard,
  findOwnPublicRow,
  getPublicEvent,
  getPublicShow,
  listPublicRows,
} from '@rollcall/contract/show-links'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import { asking, everythingAbout } from '#api/query-keys.ts'
import type { RowsPage } from '../queries.ts'

export function publicKey(token: string) {
  return everythingAbout({ publicShow: token })
}

const boardOf = (token: string) => ({ publicShow: token, part: 'board' })

/** The key of what the public page has loaded of the board; each new view may uncover more of it. */
export function publicBoardKey(token: string) {
  return everythingAbout(boardOf(token))
}

export function publicShowQuery(token: string) {
  return queryOptions({
    // Without a session, because the link is enough.
    ...asking(getPublicShow, { params: { token }, token: null }, { publicShow: token }),
  })
}

const eventOf = (token: string) => ({ publicShow: token, part: 'event' })

/** The key of what the page says about the event beside its results. */
export function publicEventKey(token: string) {
  return everythingAbout(eventOf(token))
}

/** @param isOn whether streamers may still be running, so that the page asks again every minute */
export function publicEventQuery(token: string, { isOn }: { isOn: boolean }) {
  return queryOptions({
    ...asking(getPublicEvent, { params: { token }, token: null }, eventOf(token)),
    refetchInterval: isOn ? MINUTE_MS : false,
  })
}

export function publicRowsQuery(token: string, { page, search }: RowsPage) {
  return queryOptions({
    ...asking(
      listPublicRows,
      { params: { token }, query: { page: String(page), search }, token: null },
      boardOf(token),
    ),
    placeholderData: keepPreviousData,
  })
}

/** The place of the racer with that name; only after the show. */
export function publicPlaceQuery(token: string, name: string) {
  return queryOptions({
    ...publicRowsQuery(token, { page: 1, search: name }),
    select: ({ found }) => found,
  })
}

export type PublicPlace = NonNullable<Answer<typeof listPublicRows>['found']>

/** The reader's own row and its neighbours; only after the show. */
export function ownPublicRowQuery(token: string) {
  return queryOptions({
    ...asking(findOwnPublicRow, { params: { token } }, boardOf(token)),
    select: ({ own }) => own,
  })
}

export function publicExplanationQuery(token: string, row: string) {
  return queryOptions({
    ...asking(explainPublicRow, { params: { token }, query: { row }, token: null }, boardOf(token)),
  })
}

/** What is uncovered, or where its points come from, as a file. */
export function downloadPublicBoard(
  token: string,
  query: { content: 'board' | 'explanations'; search: string; format: ExportFormat },
  options: DownloadOptions,
): Promise<Blob> {
  return downloadFile(exportPublicBoard, { params: { token }, query, token: null, ...options })
}
