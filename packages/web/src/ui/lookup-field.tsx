import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { texts } from './texts.ts'

interface LookupFieldProps
  extends Pick<
    TextInputProps,
    'className' | 'description' | 'placeholder' | 'size' | 'aria-label'
  > {
  readonly label?: string
  /** What is searched for, for the button's name: `Clear channel`. */
  readonly what: string
  readonly maxLength: number
  readonly text: string
  readonly onText: (text: string) => void
}

export function LookupField({ label, what, text, onText, ...field }: LookupFieldProps) {
  return (
    <TextInput
      {...field}
      // Mantine puts a mark beside the label, which may change, so it needs an element of its own.
      {...(label !== undefined && { label: <span>{label}</span> })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton aria-label={texts.clear(what)} onClick={() => onText('')} />
      }
      value={text}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}
