import type { ExportFormat } from '@rollcall/contract/endpoint'
import {
  explainPublicRow,
  exportPublicBoard,
  findOwnPublicRow,
  getPublicShow,
  listPublicRows,
} from '@rollcall/contract/show-links'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import type { RowsPage } from '../queries.ts'

export function publicKey(token: string) {
  return ['show', 'public', token] as const
}

/** The key of what the public page has loaded of the board; each new view may uncover more of it. */
export function publicBoardKey(token: string) {
  return [...publicKey(token), 'board'] as const
}

export function publicShowQuery(token: string) {
  return queryOptions({
    queryKey: [...publicKey(token), 'view'],
    // Without a session, because the link is enough.
    queryFn: ({ signal }) => callApi(getPublicShow, { params: { token }, token: null, signal }),
  })
}

export function publicRowsQuery(token: string, { page, search }: RowsPage) {
  return queryOptions({
    queryKey: [...publicBoardKey(token), 'rows', page, search],
    queryFn: ({ signal }) =>
      callApi(listPublicRows, {
        params: { token },
        query: { page: String(page), search },
        token: null,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The reader's own row and its neighbours; only after the show. */
export function ownPublicRowQuery(token: string) {
  return queryOptions({
    queryKey: [...publicBoardKey(token), 'own'],
    queryFn: ({ signal }) => callApi(findOwnPublicRow, { params: { token }, signal }),
    select: ({ own }) => own,
  })
}

export function publicExplanationQuery(token: string, row: string) {
  return queryOptions({
    queryKey: [...publicBoardKey(token), 'explanation', row],
    queryFn: ({ signal }) =>
      callApi(explainPublicRow, { params: { token }, query: { row }, token: null, signal }),
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
