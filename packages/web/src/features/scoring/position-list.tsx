import { VisuallyHidden } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import {
  Fragment,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Quiet } from '#ui/layout/layout.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './position-list.module.css'
import { findPositionProblem, type PositionDraft, withoutPosition } from './setup-draft.ts'
import type { ChangeDraft, SetupPartProps } from './setup-parts.tsx'
import { texts } from './texts.ts'

interface PositionListProps {
  readonly positions: readonly PositionDraft[]
  readonly problems: SetupPartProps['problems']
  readonly onChange: ChangeDraft
  readonly isReadOnly: boolean
}

/** A removed row whose animation is still running. */
interface Leaving extends PositionDraft {
  readonly position: number
  /** The id of the row below it; null: none. */
  readonly beforeId: number | null
}

export function PositionList({ positions, problems, onChange, isReadOnly }: PositionListProps) {
  const list = useRef<HTMLOListElement>(null)
  const shownRows = useShownRows({ list, count: positions.length })
  const latest = useLatest(positions, shownRows.scrollTo)
  const { newAfter, onEntered } = useNewRows(positions)
  const { leaving, said, remove, onGone } = useRemoval({ list, latest, onChange })
  const changeText = useCallback(
    (id: number, text: string) =>
      onChange((shown) => ({
        ...shown,
        positions: shown.positions.map((each) => (each.id === id ? { id, text } : each)),
      })),
    [onChange],
  )

  const { start, end, roomAbove, roomBelow, onScroll } = shownRows
  const problem = findPositionProblem(problems)
  return (
    <Panel title={texts.positions.title}>
      <Quiet>{texts.positions.count(positions.length)}</Quiet>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
      <ol
        ref={list}
        className={classes.list}
        aria-label={texts.positions.title}
        onScroll={onScroll}
        onAnimationEnd={onEntered}
        // If no field can take the focus, the list must, so that the keyboard can scroll it.
        {...(isReadOnly && { tabIndex: 0 })}
      >
        {start > 0 && <li style={{ height: roomAbove }} aria-hidden="true" />}
        {positions.slice(start, end).map(({ id, text }, offset) => (
          <Fragment key={id}>
            {leaving.length > 0 && <LeavingRows leaving={leaving} beforeId={id} onGone={onGone} />}
            <PositionRow
              id={id}
              position={start + offset + 1}
              count={positions.length}
              text={text}
              problem={problems.get(`positions.${start + offset}.points`) ?? null}
              isNew={id > newAfter}
              onText={changeText}
              onRemove={remove}
            />
          </Fragment>
        ))}
        <LeavingRows leaving={leaving} beforeId={null} onGone={onGone} />
        {end < positions.length && <li style={{ height: roomBelow }} aria-hidden="true" />}
      </ol>
    </Panel>
  )
}

type Positions = PositionListProps['positions']

/** The positions that are shown, for callbacks that do not change with them. Scrolls to added ones. */
function useLatest(positions: Positions, scrollTo: (index: number) => void) {
  const latest = useRef(positions)
  const showAdded = useEffectEvent(scrollTo)
  useEffect(() => {
    const shownCount = latest.current.length
    latest.current = positions
    if (positions.length > shownCount) {
      showAdded(shownCount)
    }
  }, [positions])
  return latest
}

/** Rows with ids above `newAfter` are new; rows that merely scroll into view are not. */
function useNewRows(positions: Positions) {
  const lastId = positions.at(-1)?.id ?? 0
  const [seen, setSeen] = useState({ lastId, newAfter: lastId })
  if (lastId !== seen.lastId) {
    setSeen({ lastId, newAfter: Math.min(lastId, seen.lastId) })
  }
  return { newAfter: seen.newAfter, onEntered: () => setSeen({ lastId, newAfter: lastId }) }
}

interface RemovalOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly latest: RefObject<Positions>
  readonly onChange: ChangeDraft
}

/** Removes rows, which stay until their animation has ended, and says so (`said`). */
function useRemoval({ list, latest, onChange }: RemovalOptions) {
  const isStill = useReducedMotion()
  const [leaving, setLeaving] = useState<readonly Leaving[]>([])
  const [said, setSaid] = useState('')
  const remove = useCallback(
    (id: number) => {
      const shown = latest.current
      const index = shown.findIndex((each) => each.id === id)
      const gone = shown[index]
      const near = shown[index + 1] ?? shown[index - 1]
      if (!gone || !near) {
        return
      }
      // The focused button disappears. If only one row remains, it has no button, so its input gets the focus.
      list.current
        ?.querySelector<HTMLElement>(
          `[data-row="${near.id}"] ${shown.length > 2 ? 'button' : 'input'}`,
        )
        ?.focus()
      const beforeId = shown[index + 1]?.id ?? null
      if (!isStill) {
        setLeaving((others) => [
          ...others.map((each) => (each.beforeId === id ? { ...each, beforeId } : each)),
          { ...gone, position: index + 1, beforeId },
        ])
      }
      setSaid(texts.positions.removed(index + 1, shown.length - 1))
      onChange((draft) => withoutPosition(draft, id))
    },
    [isStill, list, latest, onChange],
  )
  const onGone = (gone: Leaving) => setLeaving((rows) => rows.filter((row) => row !== gone))
  return { leaving, said, remove, onGone }
}

interface PositionRowProps {
  readonly id: number
  readonly position: number
  readonly count: number
  readonly text: string
  readonly problem: string | null
  readonly isNew: boolean
  readonly onText: (id: number, text: string) => void
  readonly onRemove: (id: number) => void
}

/** Plain elements, rendered again only if they have changed, because there may be many. */
const PositionRow = memo(function PositionRow(props: PositionRowProps) {
  const { id, position, count, text, problem, isNew, onText, onRemove } = props
  const inputId = useId()
  return (
    <li
      className={classes.row}
      data-row={id}
      data-new={isNew || undefined}
      // Not every row of a long list is drawn.
      aria-posinset={position}
      aria-setsize={count}
    >
      <label htmlFor={inputId} className={classes.label}>
        {texts.positions.position(position)}
      </label>
      <input
        id={inputId}
        className={classes.input}
        type="number"
        step="any"
        autoComplete="off"
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${inputId}problem`}
        onChange={({ currentTarget: { value } }) => onText(id, value)}
        // Scrolling past must not change the value.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      {count > 1 && (
        <IconButton
          className={classes.remove}
          aria-label={texts.positions.remove(position)}
          onClick={() => onRemove(id)}
        >
          ×
        </IconButton>
      )}
      {problem !== null && <VisuallyHidden id={`${inputId}problem`}>{problem}</VisuallyHidden>}
    </li>
  )
})

interface LeavingRowsProps {
  readonly leaving: readonly Leaving[]
  /** The id of the row that follows; null: none. */
  readonly beforeId: number | null
  readonly onGone: (gone: Leaving) => void
}

function LeavingRows({ leaving, beforeId, onGone }: LeavingRowsProps) {
  const rows = leaving
    .filter((gone) => gone.beforeId === beforeId)
    .map((gone) => (
      <li
        key={gone.id}
        className={classes.row}
        data-leaving
        aria-hidden="true"
        onAnimationEnd={() => onGone(gone)}
      >
        <span className={classes.label}>{texts.positions.position(gone.position)}</span>
        <span className={classes.input}>{gone.text}</span>
      </li>
    ))
  return <>{rows}</>
}

/** Lists up to this length are drawn completely. */
const MAX_COMPLETE = 100
/** At least as many as the list can show at once. */
const VISIBLE_ROWS = 12
/** Drawn beyond both ends, so that Tab always finds a next field. */
const OVERSCAN = 12
/** The height of a row in position-list.module.css. */
const ROW_REM = 3

interface ShownRowsOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
}

/** Which rows of a long list are drawn, and how much room the others take up. */
function useShownRows({ list, count }: ShownRowsOptions) {
  const [firstVisible, setFirstVisible] = useState(0)
  const isComplete = count <= MAX_COMPLETE
  const first = Math.max(0, Math.min(firstVisible, count - VISIBLE_ROWS))
  const start = isComplete ? 0 : Math.max(0, first - OVERSCAN)
  const end = isComplete ? count : Math.min(count, first + VISIBLE_ROWS + OVERSCAN)
  return {
    start,
    end,
    roomAbove: `${start * ROW_REM}rem`,
    roomBelow: `${(count - end) * ROW_REM}rem`,
    onScroll: () => setFirstVisible(Math.floor((list.current?.scrollTop ?? 0) / rowPx())),
    scrollTo(index: number): void {
      if (list.current) {
        list.current.scrollTop = index * rowPx()
      }
    },
  }
}

function rowPx(): number {
  return ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
