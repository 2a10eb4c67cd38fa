import {
  exportChannelBoard,
  findOwnChannelRow,
  getChannel,
  getChannelGames,
  pageOfChannelBoard,
} from '@rollcall/contract/channels'
import type { ExportFormat } from '@rollcall/contract/endpoint'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import type { BoardView } from './board-view.ts'
import { listedRow } from './listed-row.ts'

export type Channel = Answer<typeof getChannel>
export type ChannelMap = Answer<typeof getChannelGames>['maps'][number]
export type ChannelBoardRow = Answer<typeof pageOfChannelBoard>['rows'][number]

/** Channels are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

/** How soon to ask again if this computer's clock is ahead of the server's. */
const CLOCKS_DIFFER_MS = 60_000

/** The page asks for its board before it can show it, and follows its changes live. */
const BOARD_FRESH_MS = 5_000

/** The key of everything that a channel's page shows. */
export function channelKey(channel: string) {
  return ['channels', channel] as const
}

export function channelQuery(channel: string) {
  return queryOptions({
    queryKey: [...channelKey(channel), 'page'],
    queryFn: ({ signal }) => callApi(getChannel, { params: { channel }, ...ofEverybody, signal }),
    // When the marble day changes.
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : Math.max(CLOCKS_DIFFER_MS, Date.parse(data.endsAt) - Date.now()),
    meta: { isPublic: true },
  })
}

export function channelGamesQuery(channel: string) {
  return queryOptions({
    queryKey: [...channelKey(channel), 'games'],
    queryFn: ({ signal }) =>
      callApi(getChannelGames, { params: { channel }, ...ofEverybody, signal }),
    meta: { isPublic: true },
  })
}

interface AskedBoard extends BoardView {
  /** Part of the key, because tomorrow today's board is a different one. */
  readonly today: string
}

const boardKey = (channel: string, { of, mode, today }: AskedBoard) =>
  [...channelKey(channel), 'board', of === 'today' ? today : of, mode] as const

export function boardQuery(
  channel: string,
  board: AskedBoard,
  { page, search }: { page: number; search: string },
) {
  const { of, mode } = board
  return queryOptions({
    queryKey: [...boardKey(channel, board), page, search],
    queryFn: ({ signal }) =>
      callApi(pageOfChannelBoard, {
        params: { channel },
        query: { of, mode, page: String(page), search },
        ...ofEverybody,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: BOARD_FRESH_MS,
    meta: { isPublic: true },
  })
}

/** The signed-in person's row. */
export function ownPlaceQuery(channel: string, board: AskedBoard) {
  const { of, mode } = board
  return queryOptions({
    queryKey: [...boardKey(channel, board), 'own'],
    queryFn: ({ signal }) =>
      callApi(findOwnChannelRow, { params: { channel }, query: { of, mode }, signal }),
    select: ({ own }) =>
      own && {
        page: own.page,
        row: listedRow(own.row),
        above: own.above && listedRow(own.above),
        below: own.below && listedRow(own.below),
      },
  })
}

/** All rows of the board that match the search, as a file. */
export function downloadBoard(
  channel: string,
  { of, mode, search }: BoardView & { search: string },
  { format, ...options }: DownloadOptions & { format: ExportFormat },
): Promise<Blob> {
  return downloadFile(exportChannelBoard, {
    params: { channel },
    query: { of, mode, search, format },
    ...ofEverybody,
    ...options,
  })
}
