/** The board on the event page, loaded page by page as the reader nears the end of the rows. */
import type { ShowView } from '@rollcall/contract/show-view'
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import {
  partialMatchKey,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { currentUserQuery } from '#api/current-user.ts'
import {
  type EventBoardAnswer,
  type EventBoardPage,
  eventBoardQuery,
  eventBoardsKey,
  isPage,
} from '../queries.ts'
import {
  type BoardSoFar,
  boardFromList,
  boardFromPages,
  type EventLeaderboardView,
} from './event-leaderboard-view.ts'

/** How many rows of an answer without pages are drawn at a time. */
const PORTION = 100
/** How many pages are requested at a time for a reader far down the board. */
const MAX_PAGES_AT_ONCE = 5

export interface LoadedBoard {
  /** null: not loaded yet. */
  readonly board: BoardSoFar | null
  /** While another board loads, those of the previous board. */
  readonly streamers: BoardSoFar['streamers']
  /** What a sealed event's show has uncovered; null: the event is not sealed for this person. */
  readonly sealed: ShowView | null
  /** The board's first rows, which are drawn. */
  readonly drawn: BoardSoFar['rows']
  readonly showMore: () => void
  /** Draws only the beginning: with all rows drawn, a step that changes every row would freeze the page. */
  readonly showBeginning: () => void
  readonly isPending: boolean
  readonly error: Error | null
  readonly retry: () => void
}

export function useEventBoard(
  eventId: string,
  streamer: EventLeaderboardView['streamer'],
): LoadedBoard {
  const client = useQueryClient()
  const user = useQuery(currentUserQuery)
  const asked = streamer ?? 'own'
  const first = useQuery({
    ...eventBoardQuery(eventId, { streamer: asked, page: 1 }),
    // Another streamer's page stays as a placeholder, for its list of streamers.
    placeholderData: (answer, query) =>
      query && partialMatchKey(query.queryKey, eventBoardsKey(eventId)) ? answer : undefined,
  })
  const answer = first.data
  const isPrevious = first.isPlaceholderData && !Array.isArray(answer)
  const page = isPage(answer) && !isPrevious ? answer : null

  const { portions, addPortions, showBeginning } = usePortions(`${eventId} ${asked}`)
  const others = useQueries({
    queries: pagesAfter(page, portions).map((number) =>
      eventBoardQuery(eventId, { streamer: page?.userId ?? 'all', page: number }),
    ),
    combine: combinePages,
  })

  const currentUserId = user.data?.id ?? null
  const board = useMemo(() => {
    if (page !== null) {
      return boardFromPages([page, ...pagesWithoutGap(others.answers)])
    }
    return Array.isArray(answer) ? boardFromList(answer, { streamer, currentUserId }) : null
  }, [page, others, answer, streamer, currentUserId])
  const drawn = useMemo(
    () => (page === null ? board?.rows.slice(0, portions * PORTION) : board?.rows) ?? [],
    [page, board, portions],
  )

  const isLoadingMore = others.isPending || others.error !== null
  const showMore = () => {
    if (!isLoadingMore) addPortions()
  }
  // The reveal and the podium need everybody who shares one of their ranks, so those pages are loaded at once.
  const needsMore =
    page !== null && drawn.length < page.rowCount && (drawn.at(-1)?.rank ?? 0) < REVEAL_START_RANK
  useMoreWhile(needsMore && !isLoadingMore, showMore)

  return {
    board,
    streamers: isPage(answer) ? answer.streamers : (board?.streamers ?? []),
    sealed: answer !== undefined && 'isSealed' in answer ? answer.view : null,
    drawn,
    showMore,
    showBeginning,
    // Which board of a list to show first depends on the user.
    isPending: first.isPending || (Array.isArray(answer) && streamer === null && user.isPending),
    error: first.error ?? others.error,
    retry: () =>
      void client.refetchQueries({
        queryKey: eventBoardsKey(eventId),
        predicate: ({ state }) => state.status === 'error',
      }),
  }
}

/** How many portions are drawn of the board with this key; another board starts with one. */
function usePortions(key: string) {
  const [shown, setShown] = useState({ key: '', portions: 1 })
  const portions = shown.key === key ? shown.portions : 1
  return {
    portions,
    addPortions: () =>
      setShown({ key, portions: portions + Math.min(Math.ceil(portions / 4), MAX_PAGES_AT_ONCE) }),
    showBeginning: () => setShown({ key, portions: 1 }),
  }
}

function useMoreWhile(isNeeded: boolean, showMore: () => void): void {
  const showNeeded = useEffectEvent(showMore)
  useEffect(() => {
    if (isNeeded) {
      showNeeded()
    }
  }, [isNeeded])
}

function pagesAfter(first: EventBoardPage | null, portions: number): number[] {
  const count = Math.max(1, Math.min(portions, first?.totalPages ?? 1))
  return Array.from({ length: count - 1 }, (_, index) => index + 2)
}

function pagesWithoutGap(answers: readonly (EventBoardAnswer | undefined)[]): EventBoardPage[] {
  const gap = answers.findIndex((answer) => !isPage(answer))
  return (gap === -1 ? answers : answers.slice(0, gap)).filter(isPage)
}

function combinePages(pages: UseQueryResult<EventBoardAnswer>[]) {
  return {
    answers: pages.map(({ data }) => data),
    isPending: pages.some(({ isPending }) => isPending),
    error: pages.find(({ error }) => error !== null)?.error ?? null,
  }
}
