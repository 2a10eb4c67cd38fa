import { VisuallyHidden } from '@mantine/core'
import { memo, useId } from 'react'
import classes from './position-list.module.css'

interface PositionRowProps {
  readonly id: number
  readonly position: number
  /** How many positions there are. */
  readonly count: number
  readonly text: string
  /** Why these are no points. */
  readonly problem: string | null
  readonly isNew: boolean
  readonly onText: (id: number, text: string) => void
  readonly onRemove: (id: number) => void
}

/** Plain elements, drawn anew only where they have changed: there may be many. */
export const PositionRow = memo(function PositionRow(props: PositionRowProps) {
  const { id, position, count, text, problem, isNew, onText, onRemove } = props
  const inputId = useId()
  return (
    <li
      className={classes.row}
      data-row={id}
      data-new={isNew || undefined}
      // Of a long list not every row is drawn.
      aria-posinset={position}
      aria-setsize={count}
    >
      <label htmlFor={inputId} className={classes.label}>
        Position {position}
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
        // Scrolling past must not change what stands in it.
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      {count > 1 && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove position ${position}`}
          onClick={() => onRemove(id)}
        >
          ×
        </button>
      )}
      {problem !== null && <VisuallyHidden id={`${inputId}problem`}>{problem}</VisuallyHidden>}
    </li>
  )
})

interface LeavingRowProps {
  readonly position: number
  readonly text: string
  readonly onGone: () => void
}

export function LeavingRow({ position, text, onGone }: LeavingRowProps) {
  return (
    <li className={classes.row} data-leaving aria-hidden="true" onAnimationEnd={onGone}>
      <span className={classes.label}>Position {position}</span>
      <span className={classes.input}>{text}</span>
    </li>
  )
}
