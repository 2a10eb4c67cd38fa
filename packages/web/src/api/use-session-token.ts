import { useSyncExternalStore } from 'react'
import { findSessionToken } from './session.ts'

function onChangeInOtherTab(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** The token, for a page that must notice when another tab signs in. */
export function useSessionToken(): string | null {
  return useSyncExternalStore(onChangeInOtherTab, findSessionToken)
}
