/** The board that the event page shows: page after page, as the reader comes to the end of its rows. */
import type { ShowView } from '@rollcall/contract/show-view'
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
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
  boardOfList,
  boardOfPages,
  type EventLeaderboardView,
  type ShownBoard,
} from './event-leaderboard-view.ts'

/** Rows that are drawn at once of an answer without pages. */
const PORTION = 100
/** Pages that are asked for at once by a reader who has come far. */
const MOST_AT_ONCE = 5

export interface LoadedBoard {
  /** null: there is none yet. */
  readonly board: ShownBoard | null
  /** Those of the board that was shown before, while another one is loading. */
  readonly streamers: ShownBoard['streamers']
  /** What a sealed event's show has uncovered; null: the event is not sealed for this person. */
  readonly sealed: ShowView | null
  /** The first of the board's rows, to be drawn. */
  readonly drawn: ShownBoard['rows']
  readonly showMore: () => void
  /** Draws the beginning only: a step that changes every row would hold the page for as long as there are rows. */
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
    // Of another streamer: until this one's is there, the choice stays.
    placeholderData: (answer, query) => (query?.queryKey[2] === eventId ? answer : undefined),
  })
  const answer = first.data
  const isBefore = first.isPlaceholderData && !Array.isArray(answer)
  const page = isPage(answer) && !isBefore ? answer : null

  const [shown, setShown] = useState({ of: '', portions: 1 })
  const of = `${eventId} ${asked}`
  const portions = shown.of === of ? shown.portions : 1
  const others = useQueries({
    queries: pagesAfter(page, portions).map((number) =>
      eventBoardQuery(eventId, { streamer: page?.userId ?? 'all', page: number }),
    ),
    combine: togetherOf,
  })

  const currentUserId = user.data?.id ?? null
  const board = useMemo(() => {
    if (page !== null) {
      const gap = others.answers.findIndex((other) => !isPage(other))
      const loaded = gap === -1 ? others.answers : others.answers.slice(0, gap)
      return boardOfPages([page, ...loaded.filter(isPage)])
    }
    return Array.isArray(answer) ? boardOfList(answer, { streamer, currentUserId }) : null
  }, [page, others, answer, streamer, currentUserId])
  const drawn = useMemo(
    () => (page === null ? board?.rows.slice(0, portions * PORTION) : board?.rows) ?? [],
    [page, board, portions],
  )

  const isLoadingMore = others.isPending || others.error !== null
  const showMore = () => {
    if (!isLoadingMore) {
      setShown({ of, portions: portions + Math.min(Math.ceil(portions / 4), MOST_AT_ONCE) })
    }
  }
  // The reveal and the podium need everybody who shares one of their ranks.
  const needsMore =
    page !== null && drawn.length < page.rowCount && (drawn.at(-1)?.rank ?? 0) < REVEAL_START_RANK
  const showNeeded = useEffectEvent(showMore)
  useEffect(() => {
    if (needsMore && !isLoadingMore) {
      showNeeded()
    }
  }, [needsMore, isLoadingMore])

  return {
    board,
    streamers: isPage(answer) ? answer.streamers : (board?.streamers ?? []),
    sealed: answer !== undefined && 'isSealed' in answer ? answer.view : null,
    drawn,
    showMore,
    showBeginning: () => setShown({ of, portions: 1 }),
    // Whose board comes first of a list is known only once it is known who looks at it.
    isPending: first.isPending || (Array.isArray(answer) && streamer === null && user.isPending),
    error: first.error ?? others.error,
    retry: () =>
      void client.refetchQueries({
        queryKey: eventBoardsKey(eventId),
        predicate: ({ state }) => state.status === 'error',
      }),
  }
}

function pagesAfter(first: EventBoardPage | null, portions: number): number[] {
  const count = Math.max(1, Math.min(portions, first?.totalPages ?? 1))
  return Array.from({ length: count - 1 }, (_, index) => index + 2)
}

function togetherOf(pages: UseQueryResult<EventBoardAnswer>[]) {
  return {
    answers: pages.map(({ data }) => data),
    isPending: pages.some(({ isPending }) => isPending),
    error: pages.find(({ error }) => error !== null)?.error ?? null,
  }
}
