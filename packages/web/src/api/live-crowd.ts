/** Whether this browser has more pages open than can follow changes live. */
import { useSyncExternalStore } from 'react'
import { texts } from './texts.ts'

export const CROWDED = texts.crowded

let isCrowded = false
const listeners = new Set<() => void>()

export function setCrowded(crowded: boolean): void {
  isCrowded = crowded
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useCrowded(): boolean {
  return useSyncExternalStore(subscribe, () => isCrowded)
}
