import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './confirm-dialog.module.css'

interface ModalProps {
  readonly isOpen: boolean
  readonly title: string
  readonly onClose: () => void
  /** Made anew each time it opens. */
  readonly children: ReactNode
}

/** A dialog over the page. Escape closes it, and the focus goes back to where it came from. */
export function Modal({ isOpen, title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {isOpen && children}
    </dialog>
  )
}
