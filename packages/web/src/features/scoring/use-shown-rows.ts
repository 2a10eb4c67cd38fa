import { type RefObject, useState } from 'react'

/** Shorter lists are drawn whole. */
const WHOLE_UP_TO = 100
/** More than the list can show at once. */
const IN_SIGHT = 12
/** Beyond both ends, so that Tab always finds a next field. */
const SPARE = 12
/** The height of a row in position-list.module.css. */
const ROW_REM = 3

interface ShownRowsOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
}

/** Which rows of a long list are drawn, and the room that those take which are not. */
export function useShownRows({ list, count }: ShownRowsOptions) {
  const [firstInSight, setFirstInSight] = useState(0)
  const isWhole = count <= WHOLE_UP_TO
  const first = Math.max(0, Math.min(firstInSight, count - IN_SIGHT))
  const start = isWhole ? 0 : Math.max(0, first - SPARE)
  const end = isWhole ? count : Math.min(count, first + IN_SIGHT + SPARE)
  return {
    start,
    end,
    roomAbove: `${start * ROW_REM}rem`,
    roomBelow: `${(count - end) * ROW_REM}rem`,
    onScroll: () => setFirstInSight(Math.floor((list.current?.scrollTop ?? 0) / rowPx())),
    scrollTo(index: number): void {
      if (list.current) list.current.scrollTop = index * rowPx()
    },
  }
}

function rowPx(): number {
  return ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
