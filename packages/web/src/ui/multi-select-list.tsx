import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './multi-select.module.css'
import type { Option } from './multi-select-options.ts'

interface MultiSelectListProps {
  readonly id: string
  readonly label: string
  readonly options: readonly Option[]
  readonly chosen: readonly Option[]
  /** The one the arrow keys have come to. */
  readonly active: Option | undefined
  readonly idOf: (option: Option) => string
  readonly onChoose: (option: Option) => void
  /** Under the options, or in place of them. */
  readonly message: string | undefined
}

/** The list of a combobox: the focus stays in its input, which names the active option. */
export function MultiSelectList(props: MultiSelectListProps) {
  const { id, label, options, chosen, active, idOf, onChoose, message } = props
  const activeElement = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active option is what scrolls.
  useEffect(() => {
    activeElement.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const chosenValues = new Set(chosen.map(({ value }) => value))
  return (
    <div className={classes.dropdown}>
      <div
        id={id}
        className={classes.list}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        aria-multiselectable
        // A press would else take the focus from the input, which closes the list.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus.
          <div
            key={option.value}
            ref={option === active ? activeElement : null}
            id={idOf(option)}
            className={classes.option}
            role="option"
            tabIndex={-1}
            aria-selected={chosenValues.has(option.value)}
            data-active={option === active || undefined}
            onClick={() => onChoose(option)}
          >
            <IconCheck className={classes.check} size={18} aria-hidden />
            <bdi>{option.label}</bdi>
          </div>
        ))}
      </div>
      {message && <p className={classes.note}>{message}</p>}
    </div>
  )
}
