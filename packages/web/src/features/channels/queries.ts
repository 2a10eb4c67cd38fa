import {
  exportChannelBoard,
  findOwnChannelRow,
  getChannel,
  getChannelGames,
  listOffBoards,
  pageOfChannelBoard,
} from '@rollcall/contract/channels'
import type { ExportFormat } from '@rollcall/contract/endpoint'
import { getNight, listNights } from '@rollcall/contract/nights'
import { normalLogin } from '@rollcall/scoring/racer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { type DownloadOptions, downloadFile } from '#api/download-file.ts'
import { answersOf, asking, everythingAbout } from '#api/query-keys.ts'
import { findCachedUser, findSessionToken } from '#api/session.ts'
import type { BoardView } from './board-view.ts'
import { listedPlace } from './listed-row.ts'

export type Channel = Answer<typeof getChannel>
export type Night = Answer<typeof getNight>
export type NightLine = Answer<typeof listNights>['nights'][number]
export type NightRecap = NonNullable<Night['recap']>
export type ChannelMap = Answer<typeof getChannelGames>['maps'][number]
export type ChannelBoardRow = Answer<typeof pageOfChannelBoard>['rows'][number]
export type ChannelBoardPlace = NonNullable<Answer<typeof pageOfChannelBoard>['found']>

/** Channels are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

/** Whether the reader is the channel's streamer or an admin. */
export function runsChannel(channel: string): boolean {
  const user = findSessionToken() === null ? undefined : findCachedUser()
  return user !== undefined && (user.isAdmin === true || isLogin(user.username, channel))
}

/** A held day is for its streamer and admins, so their session is sent for boards of days. */
function whoAsks(channel: string, of: BoardView['of']) {
  const isOfDays = of !== 'season' && of !== 'lifetime'
  return isOfDays && runsChannel(channel) ? {} : ofEverybody
}

/** Whether the channel is that of who is signed in. */
export function isOwnChannel(login: string): boolean {
  const user = findSessionToken() === null ? undefined : findCachedUser()
  return user !== undefined && isLogin(user.username, login)
}

const isLogin = (username: string, channel: string) =>
  normalLogin(username) === normalLogin(channel)

/** How soon to ask again if this computer's clock is ahead of the server's. */
const CLOCKS_DIFFER_MS = 60_000

const untilEndOf = ({ endsAt }: { readonly endsAt: string }) =>
  Math.max(CLOCKS_DIFFER_MS, Date.parse(endsAt) - Date.now())

/** The page asks for its board before it can show it, and follows its changes live. */
const BOARD_FRESH_MS = 5_000

/** The key of everything that a channel's page shows. */
export function channelKey(channel: string) {
  return everythingAbout({ channel })
}

export function channelQuery(channel: string) {
  return queryOptions({
    ...asking(getChannel, { params: { channel }, ...ofEverybody }, { channel }),
    // When the marble day changes.
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : untilEndOf(data)),
  })
}

export function channelGamesQuery(channel: string) {
  return queryOptions({
    ...asking(getChannelGames, { params: { channel }, ...ofEverybody }, { channel }),
  })
}

export function nightQuery(channel: string, day: string) {
  return queryOptions({
    ...asking(getNight, { params: { channel, day }, ...whoAsks(channel, day) }, { channel }),
    // When the night is over.
    refetchInterval: ({ state: { data } }) => (data?.isRunning ? untilEndOf(data) : false),
  })
}

/** The key of lists of nights. */
export const NIGHTS_KEY = answersOf(listNights)

/** @param before null: up to today */
export function nightsQuery(channel: string, before: string | null) {
  return queryOptions({
    ...asking(
      listNights,
      {
        params: { channel },
        query: before === null ? {} : { before },
        ...(runsChannel(channel) ? {} : ofEverybody),
      },
      { channel },
    ),
    placeholderData: keepPreviousData,
  })
}

export interface AskedBoard extends BoardView {
  /** Part of the key, because tomorrow today's board is a different one. */
  readonly today: string
}

const boardOf = (channel: string, { of, today }: AskedBoard) =>
  of === 'today' || of === 'week' || of === 'month' ? { channel, today } : { channel }

export function boardQuery(
  channel: string,
  board: AskedBoard,
  { page, search }: { page: number; search: string },
) {
  const { of, mode } = board
  const asker = whoAsks(channel, of)
  return queryOptions({
    ...asking(
      pageOfChannelBoard,
      { params: { channel }, query: { of, mode, page: String(page), search }, ...asker },
      boardOf(channel, board),
    ),
    placeholderData: keepPreviousData,
    staleTime: BOARD_FRESH_MS,
  })
}

/** null: not on the board. */
export type OwnPlace = ReturnType<NonNullable<ReturnType<typeof ownPlaceQuery>['select']>>

/** The place of the racer whom the name names. */
export function placeQuery(channel: string, board: AskedBoard, name: string) {
  return queryOptions({
    ...boardQuery(channel, board, { page: 1, search: name }),
    select: ({ found }) => found && listedPlace(found),
  })
}

/** The signed-in person's row. */
export function ownPlaceQuery(channel: string, board: AskedBoard) {
  const { of, mode } = board
  return queryOptions({
    ...asking(
      findOwnChannelRow,
      { params: { channel }, query: { of, mode } },
      boardOf(channel, board),
    ),
    select: ({ own }) => own && listedPlace(own),
  })
}

/** Whether the streamer does not want the signed-in person on the boards; the same answer as `ownPlaceQuery`. */
export function isOffQuery(channel: string, board: AskedBoard) {
  return { ...ownPlaceQuery(channel, board), select: ({ isOff }: OwnAnswer) => isOff ?? false }
}

type OwnAnswer = Answer<typeof findOwnChannelRow>

export function offBoardsQuery(channel: string) {
  return queryOptions({ ...asking(listOffBoards, { params: { channel } }, { channel }) })
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
    ...whoAsks(channel, of),
    ...options,
  })
}
