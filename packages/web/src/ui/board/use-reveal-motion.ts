import { useState } from 'react'
import { isSameState, motionBetween, noMotion, type RevealState } from './reveal-motion.ts'

/** What the newest state has changed since the one before; nothing moves on the first one. */
export function useRevealMotion(state: RevealState) {
  const [seen, setSeen] = useState(() => ({ state, motion: noMotion(state) }))
  // A state that came once more leaves what is moving alone.
  if (isSameState(seen.state, state)) {
    return seen.motion
  }
  const next = { state, motion: motionBetween(seen.state, state) }
  setSeen(next)
  return next.motion
}
