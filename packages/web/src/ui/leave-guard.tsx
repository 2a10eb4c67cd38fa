import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveGuardProps {
  /** Asked when somebody is about to leave: whether something would be lost. */
  readonly wouldLose: () => boolean
}

/** Asks before a page with unsaved input is left, by a link or by closing it. */
export function LeaveGuard({ wouldLose }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search) &&
      wouldLose(),
  )
  const askBrowser = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault()
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => askBrowser(event)
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      text="What you entered on this page has not been saved and will be lost."
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => {
        // The dialog also closes once it was confirmed.
        if (blocker.state === 'blocked') blocker.reset()
      }}
    />
  )
}
