import { isRevealed, REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { IconArrowRight } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useCallback, useRef, useState } from 'react'
import { isUncoveredBy } from '#ui/board/reveal-motion.ts'
import type { PrivateReveal } from '#ui/board/use-reveal.ts'
import cards from '#ui/cards.module.css'
import { ColumnMeanings } from '#ui/column-meanings.tsx'
import type { FormatPoints } from '#ui/format-number.ts'
import { Table } from '#ui/layout/table.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { useRovingStop } from '#ui/use-roving-stop.ts'
import { BoardExplanation } from './board-explanation.tsx'
import { BoardTableHead, columnCount, detailColumns, MaskedRow, ShownRow } from './board-rows.tsx'
import classes from './board-table.module.css'
import type { RankedRacer } from './event-leaderboard-view.ts'
import { texts } from './texts.ts'
import { useEnd, useMoreColumns, useShownRank } from './use-board-scroll.ts'

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
  /** Explains the rows that open; null: they do not open. */
  readonly explain: { readonly eventId: string; readonly userId: number | null } | null
  /** Must not change, or all rows would render again with every step. */
  readonly rowAction: (row: RankedRacer) => ReactNode
  /** Whether rows have room for two buttons. */
  readonly hasTwoActions: boolean
}

const NONE_OPEN: ReadonlySet<string> = new Set()

export function BoardTable(props: BoardTableProps) {
  const { rows, total, onEnd, isDetailed, reveal, explain } = props
  const scroller = useRef<HTMLElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useRovingStop(scroller)
  useEnd({ scroller, end, hasMore: rows.length < total, count: rows.length, onEnd })
  useShownRank({ scroller, table, rows, rank: reveal.motion.pointer })
  const { hasMore, measureMore } = useMoreColumns(scroller)
  const { openRacers, toggle } = useOpenRacers()
  const openCount = isDetailed && explain !== null ? openRacers.size : 0
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
        <Table
          ref={table}
          className={classes.table}
          data-detailed={isDetailed || undefined}
          data-two-actions={props.hasTwoActions || undefined}
          aria-rowcount={total + 1 + openCount}
        >
          <BoardTableHead isDetailed={isDetailed} />
          <BoardBody {...props} openRacers={openRacers} onToggle={toggle} />
        </Table>
        <div ref={end} />
        {isDetailed && (
          <div className={classes.meanings}>
            <ColumnMeanings columns={detailColumns} />
          </div>
        )}
      </ScrollRegion>
    </>
  )
}

function useOpenRacers() {
  const [openRacers, setOpenRacers] = useState(NONE_OPEN)
  const toggle = useCallback((racer: string) => {
    setOpenRacers((open) => {
      const next = new Set(open)
      if (!next.delete(racer)) {
        next.add(racer)
      }
      return next
    })
  }, [])
  return { openRacers, toggle }
}

interface BoardBodyProps extends Omit<BoardTableProps, 'total' | 'onEnd' | 'hasTwoActions'> {
  readonly openRacers: ReadonlySet<string>
  readonly onToggle: (racer: string) => void
}

function BoardBody(props: BoardBodyProps) {
  const { isDetailed, reveal, explain, openRacers, formatPoints, rowAction, onToggle } = props
  const { state, motion } = reveal
  const { pointer } = motion
  const canOpen = isDetailed && explain !== null
  // The start uncovers many ranks, so none of them is in the limelight.
  const limelightRank = pointer !== null && pointer < REVEAL_START_RANK ? pointer : null
  let rowIndex = 1
  const drawRow = (row: RankedRacer) => {
    const { rank, racer_name } = row
    rowIndex += 1
    const isNew = isUncoveredBy(motion, rank)
    const isClearing = isNew && motion.isClearing
    const layout = { rowIndex, isDetailed, isInLimelight: rank === limelightRank }
    if (!isRevealed(state, rank) || isClearing) {
      const blurMs = isClearing ? (motion.uncovered?.blurMs ?? null) : null
      return <MaskedRow key={racer_name} rank={rank} blurMs={blurMs} {...layout} />
    }
    const isOpen = canOpen && openRacers.has(racer_name)
    const opening = { canOpen, isOpen, onToggle }
    const shown = (
      <ShownRow
        key={racer_name}
        row={row}
        formatPoints={formatPoints}
        isNew={isNew}
        rowAction={rowAction}
        {...opening}
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
  const groups = splitIntoGroups(props.rows).map((group) => (
    <tbody key={group[0]?.racer_name} style={{ '--board-group': group.length } as CSSProperties}>
      {group.flatMap(drawRow)}
    </tbody>
  ))
  return <>{groups}</>
}

/** The browser skips whole groups that are out of view, with their animations. */
const GROUP_SIZE = 20

function splitIntoGroups(rows: readonly RankedRacer[]): (readonly RankedRacer[])[] {
  return Array.from({ length: Math.ceil(rows.length / GROUP_SIZE) }, (_, number) =>
    rows.slice(number * GROUP_SIZE, (number + 1) * GROUP_SIZE),
  )
}
