import { IconX } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import classes from './multi-select.module.css'
import type { Option } from './multi-select-options.ts'

interface ChipListProps {
  readonly label: string
  readonly chosen: readonly Option[]
  readonly onRemove: (option: Option) => void
  /** The last chip is gone: the focus needs another place. */
  readonly onEmpty: () => void
}

/** What was chosen, each with a button that takes it back. */
export function ChipList({ label, chosen, onRemove, onEmpty }: ChipListProps) {
  if (chosen.length === 0) return null

  function remove(option: Option, { currentTarget }: MouseEvent<HTMLElement>): void {
    const chip = currentTarget.closest('li')
    const neighbour = chip?.nextElementSibling ?? chip?.previousElementSibling
    // Before the chip that has the focus goes.
    if (neighbour) neighbour.querySelector('button')?.focus()
    else onEmpty()
    onRemove(option)
  }

  return (
    <ul className={classes.chips} aria-label={label}>
      {chosen.map((option) => (
        <li key={option.value} className={classes.chip}>
          <bdi title={option.label}>{option.label}</bdi>
          <button
            type="button"
            aria-label={`Remove ${option.label}`}
            onClick={(event) => remove(option, event)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
