import { PAGES } from '@rollcall/contract/pages'
import { useEffect, useEffectEvent } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { ConfirmDialog } from './dialogs.tsx'
import { texts } from './texts.ts'

const { leaving } = texts

interface LeaveGuardProps {
  /** Called when somebody is about to leave: whether input would be lost. */
  readonly wouldLose: () => boolean
  readonly title?: string
  readonly text?: string
}

/** Asks before a page with unsaved input is left, by a link or by closing it. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { wouldLose, title = leaving.question, text = leaving.loss } = props
  const here = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Once the router is elsewhere, this page has been left, though it may stay visible a little longer.
      currentLocation.key === here.key &&
      (currentLocation.pathname !== nextLocation.pathname ||
        currentLocation.search !== nextLocation.search) &&
      // Somebody without access could not save anything either.
      nextLocation.pathname !== PAGES.unauthorized.path &&
      wouldLose(),
  )
  const askBrowser = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) {
      event.preventDefault()
    }
  })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => askBrowser(event)
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      text={text}
      confirmLabel={leaving.leave}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}
