import { useEffect, useEffectEvent } from 'react'

/** Calls back for each key of its own, pressed without modifiers, and not while somebody types or repeats it. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.repeat)
    if (isPlain && !isTypedIn(event.target)) {
      onKey(event)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

const isTypedIn = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea')
