import { type ReactNode, useId } from 'react'
import { Row, Stack } from '#ui/layout/layout.tsx'
import { Button } from './button.tsx'
import classes from './dialogs.module.css'
import { useDialog } from './modal.tsx'
import { Notice } from './notice.tsx'
import { texts } from './texts.ts'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before something that cannot be undone. Escape means no, and 'no' has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, children, confirmLabel, onConfirm, onCancel } = props
  const dialog = useDialog(isOpen, onCancel)
  const id = useId()
  return (
    <dialog
      {...dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <h2 id={`${id}title`} className={classes.title}>
        {title}
      </h2>
      <p id={`${id}text`} className={classes.text}>
        {text}
      </p>
      {children}
      <Row align="stretch" justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button onClick={onConfirm}>{confirmLabel}</Button>
      </Row>
    </dialog>
  )
}

interface DialogFormProps {
  readonly submitLabel: string
  readonly closeLabel?: string
  /** While one submission is under way, there cannot be another. */
  readonly isPending: boolean
  /** Why the submission failed; null if it did not. */
  readonly problem: string | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function DialogForm(props: DialogFormProps) {
  const { submitLabel, closeLabel = texts.cancel, isPending, problem, onSubmit, onClose } = props
  return (
    <Stack
      as="form"
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) {
          onSubmit()
        }
      }}
    >
      {props.children}
      {problem !== null && <Notice message={problem} />}
      <Row align="stretch" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {closeLabel}
        </Button>
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </Row>
    </Stack>
  )
}
