import { useState } from 'react'
import { isSameState, motionBetween, noMotion, type RevealState } from './reveal-motion.ts'

/** What changed between the previous state and this one; nothing moves for the first state. */
export function useRevealMotion(state: RevealState) {
  const [seen, setSeen] = useState(() => ({ state, motion: noMotion(state) }))
  // A repeated state leaves the current motion alone.
  if (isSameState(seen.state, state)) {
    return seen.motion
  }
  const next = { state, motion: motionBetween(seen.state, state) }
  setSeen(next)
  return next.motion
}
