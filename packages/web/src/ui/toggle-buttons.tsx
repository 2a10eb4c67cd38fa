import { formatNumber } from './format-number.ts'
import classes from './toggle-buttons.module.css'

interface Choice {
  readonly label: string
  /** How many there are; absent until known. */
  readonly count?: number | undefined
}

interface ToggleButtonsProps<T> {
  readonly label: string
  readonly choices: readonly T[]
  /** null: none of them is on. */
  readonly chosen: T | null
  readonly onChoose: (choice: T) => void
  readonly isSmall?: boolean
}

export function ToggleButtons<T extends Choice>(props: ToggleButtonsProps<T>) {
  const { label, choices, chosen, onChoose, isSmall = false } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, and these are buttons.
    <div
      role="group"
      aria-label={label}
      className={classes.buttons}
      data-small={isSmall || undefined}
    >
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          className={classes.button}
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {choice.label}
          {choice.count !== undefined && (
            <>
              {' '}
              <span className={classes.count}>{formatNumber(choice.count)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}
