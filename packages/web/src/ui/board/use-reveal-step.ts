import { useState } from 'react'
import { isSameState, type RevealState, stepBetween, stillStep } from './reveal-step.ts'

/** What the newest state has changed since the one before; nothing moves on the first one. */
export function useRevealStep(state: RevealState) {
  const [seen, setSeen] = useState(() => ({ state, step: stillStep(state) }))
  // A state that came once more leaves what is moving alone.
  if (isSameState(seen.state, state)) {
    return seen.step
  }
  const next = { state, step: stepBetween(seen.state, state) }
  setSeen(next)
  return next.step
}
