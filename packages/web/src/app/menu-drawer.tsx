import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import classes from './menu-drawer.module.css'

interface MenuDrawerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The sidebar on narrow screens. The browser's own dialog keeps the focus inside and closes on Escape. */
export function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  const { key } = useLocation()
  const closeAfterNavigation = useEffectEvent((_: string) => onClose())
  useEffect(() => closeAfterNavigation(key), [key])

  return (
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label="Menu"
      onClose={onClose}
      onPointerDown={(event) => {
        // Only the backdrop is the dialog itself; everything else is inside the content.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={classes.content}>
        <CloseButton
          className={classes.close ?? ''}
          size="lg"
          aria-label="Close menu"
          onClick={onClose}
        />
        {isOpen && children}
      </div>
    </dialog>
  )
}
