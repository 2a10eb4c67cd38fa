/** How the board's scrolling area follows the reveal, asks for more rows, and shows that there are more columns. */
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { RankedRacer } from './event-leaderboard-view.ts'

interface ShownRank {
  readonly scroller: RefObject<HTMLElement | null>
  readonly table: RefObject<HTMLTableElement | null>
  /** The rows of the table, best first. */
  readonly rows: readonly RankedRacer[]
  /** null: none is to be shown. */
  readonly rank: number | null
}

/** Scrolls to the rank whenever it changes. */
export function useShownRank({ scroller, table, rows, rank }: ShownRank): void {
  const showRank = useEffectEvent((wanted: number) => {
    const index = rows.findIndex((row) => row.rank >= wanted)
    const shown = table.current?.querySelectorAll<HTMLElement>('[data-ranked]')[index]
    if (shown) {
      scrollTo(shown, {
        scroller: scroller.current,
        headPx: table.current?.tHead?.offsetHeight ?? 0,
      })
    }
  })
  useEffect(() => {
    if (rank !== null) {
      showRank(rank)
    }
  }, [rank])
}

/** Scrolls the row to the middle of the visible area below the head; smoothly, unless somebody asks for less motion. */
function scrollTo(
  row: HTMLElement,
  { scroller, headPx }: { scroller: HTMLElement | null; headPx: number },
): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = isStill ? 'auto' : 'smooth'
  const middle = row.offsetTop + row.offsetHeight / 2
  scroller?.scrollTo({ top: middle - (scroller.clientHeight + headPx) / 2, behavior })
  // For a page that is higher than its window, as when it is zoomed.
  scroller?.scrollIntoView({ block: 'nearest', behavior })
}

interface End {
  readonly scroller: RefObject<HTMLElement | null>
  readonly end: RefObject<HTMLElement | null>
  readonly hasMore: boolean
  /** How many rows are above the end. */
  readonly count: number
  readonly onEnd: () => void
}

/** About a window's height before the end is in view. */
const END_MARGIN = '0px 0px 1000px'

export function useEnd({ scroller, end, hasMore, count, onEnd }: End): void {
  const onReached = useEffectEvent(onEnd)
  useEffect(() => {
    if (!hasMore || end.current === null || count === 0) {
      return
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          onReached()
        }
      },
      { root: scroller.current, rootMargin: END_MARGIN },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [scroller, end, hasMore, count])
}

/** Whether more columns continue beyond the right edge. */
export function useMoreColumns(scroller: RefObject<HTMLElement | null>) {
  const [hasMore, setHasMore] = useState(false)
  const measureMore = useCallback(() => {
    const box = scroller.current
    setHasMore(box !== null && box.scrollWidth - box.clientWidth - box.scrollLeft > 4)
  }, [scroller])
  useEffect(() => {
    const observer = new ResizeObserver(measureMore)
    for (const box of [scroller.current, scroller.current?.firstElementChild]) {
      if (box) {
        observer.observe(box)
      }
    }
    return () => observer.disconnect()
  }, [scroller, measureMore])
  return { hasMore, measureMore }
}
