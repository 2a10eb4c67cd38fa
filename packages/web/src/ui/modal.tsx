import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import classes from './dialogs.module.css'

interface DialogProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
}

/** The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */
export function useDialog(isOpen: boolean, onClose: () => void): DialogProps {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) {
      ref.current?.showModal()
    } else {
      ref.current?.close()
      leave(ref.current)
    }
  }, [isOpen])
  return {
    ref,
    onClose: ({ currentTarget }) => {
      // The browser says so late, and also when it was the page that closed it. By then, it may be open again.
      if (isOpen && !currentTarget.open) {
        onClose()
      }
    },
  }
}

/** If nothing had the focus before, a closed dialog keeps it until the next frame, and would get the next key. */
function leave(dialog: HTMLDialogElement | null): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && dialog?.contains(focused)) {
    focused.blur()
  }
}

interface ModalProps {
  readonly isOpen: boolean
  readonly title: string
  readonly onClose: () => void
  /** Mounted again each time it opens. */
  readonly children: ReactNode
}

export function Modal({ isOpen, title, onClose, children }: ModalProps) {
  const dialog = useDialog(isOpen, onClose)
  const titleId = useId()
  return (
    <dialog {...dialog} className={classes.dialog} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {isOpen && children}
    </dialog>
  )
}
