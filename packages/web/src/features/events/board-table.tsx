import type { RacerLabel } from '@rollcall/scoring/racer'
import { isRevealed } from '@rollcall/scoring/reveal'
import { IconArrowRight } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import cards from '#ui/cards.module.css'
import { ScrollRegion } from '#ui/panel.tsx'
import { BlankRow } from '#ui/states.tsx'
import { useRovingStop } from '#ui/use-roving-stop.ts'
import { BoardExplanation } from './board-explanation.tsx'
import { BoardTableHead, columnCount, MaskedRow, ShownRow } from './board-rows.tsx'
import classes from './board-table.module.css'
import type { FormatPoints, RankedRacer } from './event-leaderboard-view.ts'
import type { RevealStage } from './reveal-state.ts'

interface BoardTableProps {
  readonly rows: readonly RankedRacer[]
  readonly isDetailed: boolean
  readonly stage: RevealStage
  readonly formatPoints: FormatPoints
  /** Rows open to an explanation of this board; null: they do not open. */
  readonly explain: { readonly eventId: string; readonly userId: number | null } | null
  /** Always the same function, or all rows in view would render again with every step. */
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

/** As the style sheet says, in rem. Only what may grow with its text is measured as well. */
const HEIGHTS = {
  simple: { racer: 3.75, limelight: 7.5, explanation: 9 },
  detailed: { racer: 3, limelight: 3.5, explanation: 9 },
  header: 3,
}
const ROWS_BEYOND_VIEW = 8

function remPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

const NONE_OPEN: ReadonlySet<string> = new Set()

/** Draws only the rows in view; the table still says how many there are and which ones these are. */
export function BoardTable(props: BoardTableProps) {
  const { rows, isDetailed, stage, explain, formatPoints, rowAction } = props
  const { reveal, clearing, limelightRank } = stage
  const scroller = useRef<HTMLElement>(null)
  useRovingStop(scroller)
  const [rem] = useState(remPx)
  const [openRacers, setOpenRacers] = useState(NONE_OPEN)
  const canOpen = isDetailed && explain !== null
  const items = useMemo(
    () => listItems(rows, canOpen ? openRacers : NONE_OPEN),
    [rows, canOpen, openRacers],
  )
  const toggle = useCallback((racer: string) => {
    setOpenRacers((open) => {
      const next = new Set(open)
      if (!next.delete(racer)) {
        next.add(racer)
      }
      return next
    })
  }, [])

  // Written out once: each step of the reveal asks for all of them.
  const keys = useMemo(
    () => items.map(({ kind, row }) => `${kind} ${isDetailed} ${row.racer_name}`),
    [items, isDetailed],
  )
  const heights = isDetailed ? HEIGHTS.detailed : HEIGHTS.simple
  const heightKind = (index: number) => {
    const item = items[index]
    const isLimelight = item?.kind === 'racer' && item.row.rank === limelightRank
    return isLimelight ? 'limelight' : (item?.kind ?? 'racer')
  }
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights[heightKind(index)] * rem,
    // A row whose height changes gets a new key; a stable key avoids measuring all rows again.
    getItemKey: useCallback(
      (index: number) => {
        const key = keys[index] ?? index
        return items[index]?.row.rank === limelightRank ? `limelight ${key}` : key
      },
      [items, keys, limelightRank],
    ),
    overscan: ROWS_BEYOND_VIEW,
    scrollPaddingEnd: HEIGHTS.header * rem,
    useFlushSync: false,
  })

  const showRank = useEffectEvent((rank: number) => {
    const index = findRank(items, rank)
    if (index === null) {
      return
    }
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const behavior = isStill ? 'auto' : 'smooth'
    virtualizer.scrollToIndex(index, { align: 'center', behavior })
    // On a page that is higher than its window, as when it is zoomed.
    scroller.current?.scrollIntoView({ block: 'nearest', behavior })
  })
  const { pointer } = reveal
  useEffect(() => {
    if (pointer !== null) {
      showRank(pointer)
    }
  }, [pointer])

  // Whether columns continue beyond the edge on the right.
  const [hasMore, setHasMore] = useState(false)
  const measureMore = useCallback(() => {
    const box = scroller.current
    setHasMore(box !== null && box.scrollWidth - box.clientWidth - box.scrollLeft > 4)
  }, [])
  useEffect(() => {
    const observer = new ResizeObserver(measureMore)
    for (const box of [scroller.current, scroller.current?.firstElementChild]) {
      if (box) {
        observer.observe(box)
      }
    }
    return () => observer.disconnect()
  }, [measureMore])

  const drawn = virtualizer.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <>
      {isDetailed && (
        <p className={classes.cue} data-more={hasMore || undefined} aria-hidden="true">
          More columns <IconArrowRight size={16} />
        </p>
      )}
      <ScrollRegion
        ref={scroller}
        className={`${cards.card} ${classes.scroller}`}
        label="Event results"
        data-more={hasMore || undefined}
        onScroll={measureMore}
      >
        <table
          className={classes.table}
          data-detailed={isDetailed || undefined}
          aria-rowcount={items.length + 1}
        >
          <BoardTableHead isDetailed={isDetailed} />
          <tbody>
            <Gap heightPx={above} />
            {drawn.map(({ index, key }) => {
              const item = items[index]
              if (item === undefined) {
                return null
              }
              const { kind, row } = item
              const place = { index, isDetailed }
              if (!isRevealed(reveal, row.rank)) {
                return kind === 'racer' && <MaskedRow key={key} rank={row.rank} {...place} />
              }
              if (kind === 'explanation') {
                return (
                  <tr
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    aria-rowindex={index + 2}
                  >
                    <td colSpan={columnCount(isDetailed)} className={classes.explanation}>
                      <div>
                        {explain && (
                          <BoardExplanation
                            row={{ ...explain, racer: row.racer_name }}
                            points={row.event_points}
                          />
                        )}
                      </div>
                    </td>
                  </tr>
                )
              }
              return (
                <ShownRow
                  key={key}
                  row={row}
                  formatPoints={formatPoints}
                  clearing={howCleared(clearing, row.rank)}
                  isInLimelight={row.rank === limelightRank}
                  onMeasure={row.rank === limelightRank ? virtualizer.measureElement : null}
                  canOpen={canOpen}
                  isOpen={openRacers.has(row.racer_name)}
                  onToggle={toggle}
                  rowAction={rowAction}
                  {...place}
                />
              )
            })}
            <Gap heightPx={below} />
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}

/** As high as the rows that are not drawn. */
function Gap({ heightPx }: { readonly heightPx: number }) {
  if (heightPx <= 0) {
    return null
  }
  return <BlankRow className={classes.gap} style={{ height: heightPx }} />
}

function howCleared(clearing: RevealStage['clearing'], rank: number): 'blur' | 'fade' | null {
  if (clearing === null || rank < clearing.first || rank >= clearing.end) {
    return null
  }
  return clearing.isStill ? 'fade' : 'blur'
}

interface BoardItem {
  readonly kind: 'racer' | 'explanation'
  readonly row: RankedRacer
}

function listItems(rows: readonly RankedRacer[], openRacers: ReadonlySet<string>): BoardItem[] {
  return rows.flatMap((row): BoardItem[] =>
    openRacers.has(row.racer_name)
      ? [
          { kind: 'racer', row },
          { kind: 'explanation', row },
        ]
      : [{ kind: 'racer', row }],
  )
}

/** The places of the racers of a rank in the list; null: none. */
function findRank(items: readonly BoardItem[], rank: number): number | null {
  const index = items.findIndex((item) => item.row.rank >= rank)
  return index === -1 ? null : index
}
