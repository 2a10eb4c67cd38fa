import { TextInput } from '@mantine/core'
import type { NumberField } from './setup-draft.ts'
import type { SetupPartProps } from './setup-part.ts'

interface NumberInputProps extends SetupPartProps {
  readonly label: string
  readonly field: NumberField
  /** Absent: any number. */
  readonly min?: number
  readonly onEnter?: () => void
}

/** A number as it is being typed; what is wrong with it stands below. */
export function NumberInput(props: NumberInputProps) {
  const { label, field, min, onEnter, draft, problems, onChange } = props
  return (
    <TextInput
      type="number"
      step={min === undefined ? 'any' : 1}
      {...(min !== undefined && { min })}
      label={label}
      autoComplete="off"
      error={problems.get(field) ?? null}
      value={draft.numbers[field]}
      onChange={({ currentTarget: { value } }) =>
        onChange((shown) => ({ ...shown, numbers: { ...shown.numbers, [field]: value } }))
      }
      // Scrolling past must not change what stands in it.
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onEnter?.()
      }}
    />
  )
}
