import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import classes from './dialogs.module.css'

/** The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */
export function useDialog(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) {
      dialog.current?.showModal()
    } else {
      dialog.current?.close()
    }
  }, [isOpen])
  return dialog
}

interface ModalProps {
  readonly isOpen: boolean
  readonly title: string
  readonly onClose: () => void
  /** Mounted again each time it opens. */
  readonly children: ReactNode
}

export function Modal({ isOpen, title, onClose, children }: ModalProps) {
  const dialog = useDialog(isOpen)
  const titleId = useId()
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {isOpen && children}
    </dialog>
  )
}
