import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { texts } from './sealed-show-texts.ts'

interface SealedShowFieldProps {
  readonly isSealed: boolean
  readonly onChange: (isSealed: boolean) => void
}

/** Whether the end of the season waits for a show of the table. */
export function SealedShowField({ isSealed, onChange }: SealedShowFieldProps) {
  return (
    <Checkbox
      label={texts.label}
      description={texts.hint}
      checked={isSealed}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
