import { type ComponentProps, useId } from 'react'
import classes from './file-input.module.css'
import { Stack } from './layout/layout.tsx'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> {
  readonly label: string
  /** For a form that is about one file. */
  readonly isLarge?: boolean
}

export function FileInput({ label, isLarge = false, ...rest }: FileInputProps) {
  const id = useId()
  return (
    <Stack gap="2xs">
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={classes.file}
        type="file"
        data-large={isLarge || undefined}
      />
    </Stack>
  )
}
