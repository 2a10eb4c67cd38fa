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
  const { uncovered, hasPodiumRisen, running } = motion
  const clearingMs = uncovered?.blurMs ?? (hasPodiumRisen ? PODIUM_MS : 0)
  // A show has its moments also for people who ask for less motion: what moves then fades.
  const nameMs = running?.nameMs ?? (isStill() ? 0 : clearingMs)
  const isClearing = useMoving(motion, nameMs)
  const arePointsHidden = useMoving(motion, running?.pointsMs ?? nameMs)
  return { ...motion, isClearing, arePointsHidden }
}

export interface ShownMotion extends RevealMotion {
  /** Until this is over, no name that the move uncovers is drawn or read out, and no marble. */
  readonly isClearing: boolean
  /** The same of points. */
  readonly arePointsHidden: boolean
}

/** While names are held, their rows are what everybody looks at, and not the rank that was reached before. */
export function heldMotion(
  motion: ShownMotion | null,
  rows: readonly { readonly held?: number | undefined }[],
): ShownMotion | null {
  const isHeld = motion !== null && rows.some(({ held }) => held !== undefined)
  return isHeld ? { ...motion, pointer: null } : motion
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
