/** The racer that somebody without an account said they are, once, in this browser. */
import { useSyncExternalStore } from 'react'
import { browserStore, onChangeInOtherTab } from '#storage'

const NAME_KEY = 'racer-name'

const listeners = new Set<() => void>()
/** Where the browser keeps nothing, the name lasts as long as the page. */
let name = browserStore.read(NAME_KEY)

function setName(next: string | null): void {
  name = next
  if (next === null) {
    browserStore.remove(NAME_KEY)
  } else {
    browserStore.write(NAME_KEY, next)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onChangeInOtherTab(({ key }) => {
    if (key !== null && key !== NAME_KEY) return
    name = browserStore.read(NAME_KEY)
    listener()
  })
  return () => {
    listeners.delete(listener)
    stop()
  }
}

const readName = () => name

/** null: nobody has said so. */
export function useOwnName(): readonly [
  name: string | null,
  setName: (name: string | null) => void,
] {
  return [useSyncExternalStore(subscribe, readName), setName]
}
