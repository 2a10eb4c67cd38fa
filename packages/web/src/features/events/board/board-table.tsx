import type { RacerLabel } from '@rollcall/scoring/racer'
import { isRevealed, REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { IconArrowRight } from '@tabler/icons-react'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { isUncoveredBy } from '#ui/board/reveal-motion.ts'
import cards from '#ui/cards.module.css'
import type { FormatPoints } from '#ui/format-number.ts'
import { ScrollRegion } from '#ui/panel.tsx'
import { useRovingStop } from '#ui/use-roving-stop.ts'
import { BoardExplanation } from './board-explanation.tsx'
import { BoardTableHead, columnCount, MaskedRow, ShownRow } from './board-rows.tsx'
import classes from './board-table.module.css'
import type { RankedRacer } from './event-leaderboard-view.ts'
import { texts } from './texts.ts'
import type { PrivateReveal } from './use-reveal.ts'

interface BoardTableProps {
  /** The first rows, best first. */
  readonly rows: readonly RankedRacer[]
  /** How many rows the whole board has. */
  readonly total: number
  /** Called when the reader nears the end of these rows and there are more. */
  readonly onEnd: () => void
  readonly isDetailed: boolean
  readonly reveal: PrivateReveal
  readonly formatPoints: FormatPoints
  /** Whose explanations the rows open to; null: they do not open. */
  readonly explain: { readonly eventId: string; readonly userId: number | null } | null
  /** Must not change, or all rows would render again with every step. */
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

const NONE_OPEN: ReadonlySet<string> = new Set()

export function BoardTable(props: BoardTableProps) {
  const { rows, total, onEnd, isDetailed, reveal, explain, formatPoints, rowAction } = props
  const { state, motion } = reveal
  const { pointer } = motion
  const scroller = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useRovingStop(scroller)
  useEnd({ scroller, end, hasMore: rows.length < total, count: rows.length, onEnd })
  const [openRacers, setOpenRacers] = useState(NONE_OPEN)
  const canOpen = isDetailed && explain !== null
  const toggle = useCallback((racer: string) => {
    setOpenRacers((open) => {
      const next = new Set(open)
      if (!next.delete(racer)) {
        next.add(racer)
      }
      return next
    })
  }, [])

  const showRank = useEffectEvent((rank: number) => {
    const index = rows.findIndex((row) => row.rank >= rank)
    const shown = table.current?.querySelectorAll<HTMLElement>('[data-ranked]')[index]
    if (shown) {
      scrollTo(shown, {
        scroller: scroller.current,
        headPx: table.current?.tHead?.offsetHeight ?? 0,
      })
    }
  })
  useEffect(() => {
    if (pointer !== null) {
      showRank(pointer)
    }
  }, [pointer])

  const { hasMore, measureMore } = useMoreColumns(scroller)
  // The start uncovers many ranks, so none of them is in the limelight.
  const limelightRank = pointer !== null && pointer < REVEAL_START_RANK ? pointer : null
  let rowIndex = 1
  const drawRow = (row: RankedRacer) => {
    const { rank, racer_name } = row
    rowIndex += 1
    const layout = { rowIndex, isDetailed }
    if (!isRevealed(state, rank)) {
      return <MaskedRow key={racer_name} rank={rank} {...layout} />
    }
    const isNew = isUncoveredBy(motion, rank)
    const isOpen = canOpen && openRacers.has(racer_name)
    const shown = (
      <ShownRow
        key={racer_name}
        row={row}
        formatPoints={formatPoints}
        blurMs={isNew ? (motion.uncovered?.blurMs ?? null) : null}
        isInLimelight={rank === limelightRank}
        canOpen={canOpen}
        isOpen={isOpen}
        onToggle={toggle}
        rowAction={rowAction}
        {...layout}
      />
    )
    if (!isOpen || explain === null) {
      return shown
    }
    rowIndex += 1
    return [
      shown,
      <tr key={`explanation ${racer_name}`} aria-rowindex={rowIndex}>
        <td colSpan={columnCount(isDetailed)} className={classes.explanation}>
          <div>
            <BoardExplanation row={{ ...explain, racer: racer_name }} points={row.event_points} />
          </div>
        </td>
      </tr>,
    ]
  }
  return (
    <>
      {isDetailed && (
        <p className={classes.cue} data-more={hasMore || undefined} aria-hidden="true">
          {texts.moreColumns} <IconArrowRight size={16} />
        </p>
      )}
      <ScrollRegion
        ref={scroller}
        className={`${cards.card} ${classes.scroller}`}
        label={texts.label}
        data-more={hasMore || undefined}
        onScroll={measureMore}
      >
        <table
          ref={table}
          className={classes.table}
          data-detailed={isDetailed || undefined}
          aria-rowcount={total + 1 + (canOpen ? openRacers.size : 0)}
        >
          <BoardTableHead isDetailed={isDetailed} />
          {splitIntoGroups(rows).map((group) => (
            <tbody
              key={group[0]?.racer_name}
              style={{ '--board-group': group.length } as CSSProperties}
            >
              {group.flatMap(drawRow)}
            </tbody>
          ))}
        </table>
        <div ref={end} />
      </ScrollRegion>
    </>
  )
}

/** The browser skips whole groups that are out of view, with their animations. */
const GROUP_SIZE = 20

function splitIntoGroups(rows: readonly RankedRacer[]): (readonly RankedRacer[])[] {
  return Array.from({ length: Math.ceil(rows.length / GROUP_SIZE) }, (_, number) =>
    rows.slice(number * GROUP_SIZE, (number + 1) * GROUP_SIZE),
  )
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

function useEnd({ scroller, end, hasMore, count, onEnd }: End): void {
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
function useMoreColumns(scroller: RefObject<HTMLElement | null>) {
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
