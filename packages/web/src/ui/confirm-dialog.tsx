import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './confirm-dialog.module.css'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly title: string
  /** What happens when it is confirmed. */
  readonly text: string
  /** What the text speaks of, such as a list. */
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A question before something that cannot be undone. Escape means no, and no has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, text, children, confirmLabel, onConfirm, onCancel } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onClose={onCancel}
    >
      <h2 id={`${id}title`} className={classes.title}>
        {title}
      </h2>
      <p id={`${id}text`} className={classes.text}>
        {text}
      </p>
      {children}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button onClick={onConfirm}>{confirmLabel}</Button>
      </div>
    </dialog>
  )
}
