import { IconX } from '@tabler/icons-react'
import { memo, useId } from 'react'
import classes from './position-list.module.css'

interface PositionRowProps {
  readonly id: number
  readonly position: number
  readonly text: string
  /** Why these are no points. */
  readonly problem: string | null
  readonly canBeRemoved: boolean
  readonly isNew: boolean
  readonly onText: (id: number, text: string) => void
  readonly onRemove: (id: number) => void
}

/** There may be 2,000 of them, so it is plain elements, and drawn anew only where it has changed. */
export const PositionRow = memo(function PositionRow(props: PositionRowProps) {
  const { id, position, text, problem, canBeRemoved, isNew, onText, onRemove } = props
  const inputId = useId()
  return (
    <li className={classes.row} data-row={id} data-new={isNew || undefined}>
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
      {canBeRemoved && (
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove position ${position}`}
          onClick={() => onRemove(id)}
        >
          <IconX size={16} aria-hidden />
        </button>
      )}
      {problem !== null && (
        <p id={`${inputId}problem`} className={classes.problem}>
          {problem}
        </p>
      )}
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
