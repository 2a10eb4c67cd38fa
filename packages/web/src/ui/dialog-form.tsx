import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './confirm-dialog.module.css'
import { Notice } from './notice.tsx'

interface DialogFormProps {
  readonly submitLabel: string
  readonly closeLabel?: string
  /** While what was submitted is under way, nothing is submitted again. */
  readonly isPending: boolean
  /** Why it was not taken; null where nothing speaks against it. */
  readonly problem: string | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What a dialog asks for, why it was not taken, and the two ways out. */
export function DialogForm(props: DialogFormProps) {
  const { submitLabel, closeLabel = 'Cancel', isPending, problem, onSubmit, onClose } = props
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onSubmit()
      }}
    >
      {props.children}
      {problem !== null && <Notice message={problem} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {closeLabel}
        </Button>
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
