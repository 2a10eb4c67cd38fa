/** Whether more pages are open in this browser than can follow live. */
import { useSyncExternalStore } from 'react'

export const CROWDED =
  'Without https only four pages of this site can follow changes live in one browser. The others refresh every 5 seconds. Close some of them, or open the site over https.'

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
