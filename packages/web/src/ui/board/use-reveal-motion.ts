import { useEffect, useState } from 'react'
import {
  isSameState,
  motionBetween,
  noMotion,
  type RevealMotion,
  type RevealState,
} from './reveal-motion.ts'

/** When the winner stands on a podium that rises step by step; `podium.module.css` has its movements. */
const PODIUM_MS = 2_700

/** What changed between the previous state and this one; nothing moves for the first state. */
export function useRevealMotion(state: RevealState): ShownMotion {
  const [seen, setSeen] = useState(() => ({ state, motion: noMotion(state) }))
  let { motion } = seen
  // A repeated state leaves the current motion alone.
  if (!isSameState(seen.state, state)) {
    motion = motionBetween(seen.state, state)
    setSeen({ state, motion })
  }
  const { uncovered, hasPodiumRisen } = motion
  const durationMs = uncovered?.blurMs ?? (hasPodiumRisen ? PODIUM_MS : 0)
  const isClearing = useMoving(motion, isStill() ? 0 : durationMs)
  return { ...motion, isClearing }
}

export interface ShownMotion extends RevealMotion {
  /** Until this is over, nothing of what the move uncovers is drawn or read out. */
  readonly isClearing: boolean
}

/** Whether less time than this has passed since the motion began. */
export function useMoving(motion: object | null, durationMs: number): boolean {
  const [over, setOver] = useState<object | null>(null)
  const isMoving = motion !== null && durationMs > 0 && motion !== over
  useEffect(() => {
    if (isMoving) {
      const timer = setTimeout(() => setOver(motion), durationMs)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isMoving, motion, durationMs])
  return isMoving
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
