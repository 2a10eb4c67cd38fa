/** The reveal of an event in one browser, press by press. docs/scoring.md, The reveal. */
import {
  blurDurationMs,
  closePodium,
  nextPress,
  pressReveal,
  REVEAL_START_RANK,
  type Reveal,
  UNREVEALED,
} from '@rollcall/scoring/reveal'
import { useEffect, useState } from 'react'
import { announceRank } from '#ui/board/announcement.ts'
import type { RevealMotion, RevealState, UncoveredRanks } from '#ui/board/reveal-motion.ts'
import { useRevealMotion } from '#ui/board/use-reveal-motion.ts'
import type { FormatPoints } from '#ui/format-number.ts'
import type { RankedRacer } from './event-leaderboard-view.ts'
import { texts } from './texts.ts'

/** With reduced motion nothing is waited for, but the second press of a double one is none. */
const STILL_MS = 400

export interface PrivateReveal {
  readonly state: RevealState
  /** What the last press has uncovered is in it until its blur has cleared. */
  readonly motion: RevealMotion
  readonly label: string
  /** A blur is clearing, and presses change nothing. */
  readonly isClearing: boolean
  readonly press: () => void
  /** Uncovers every rank at once: nobody is kept in suspense any more. */
  readonly showAll: () => void
  readonly close: () => void
}

function unrevealed(board: string): RevealState {
  return { ...UNREVEALED, board, version: 0, blurMs: 0 }
}

/** How far the reveal of a board has come. Another board begins unrevealed, its podium closed. */
export function useReveal(board: string, rows: readonly RankedRacer[]): PrivateReveal {
  const [stored, setState] = useState(() => unrevealed(board))
  const state = stored.board === board ? stored : unrevealed(board)
  if (state !== stored) {
    setState(state)
  }
  const motion = useRevealMotion(state)
  const isClearing = useClearing(motion.uncovered)

  const move = (next: Partial<RevealState>) =>
    setState({ ...state, ...next, version: state.version + 1 })
  const press = () => {
    // An impatient press reveals nothing.
    if (!isClearing) {
      const next = pressReveal(state, rows)
      move({ ...next, blurMs: blurDurationMs(next.pointer ?? REVEAL_START_RANK) })
    }
  }
  const end = motion.uncovered?.end ?? 0
  const before = { ...UNREVEALED, pointer: Number.isFinite(end) ? end : null }
  return {
    state,
    // Rows that come into view later are no news: they appear without a blur.
    motion: isClearing ? motion : { ...motion, uncovered: null },
    // Until the blur has cleared, what is being revealed.
    label: labelOf(isClearing ? before : state, rows),
    isClearing,
    press,
    showAll: () => move({ pointer: 1, blurMs: 0 }),
    close: () => move(closePodium(state)),
  }
}

function labelOf(reveal: Reveal, rows: readonly RankedRacer[]): string {
  const press = nextPress(reveal, rows)
  switch (press.kind) {
    case 'start':
      return texts.reveal.start
    case 'reveal':
      return texts.reveal.rank(press.rank)
    case 'show-podium':
      return texts.reveal.showPodium
  }
}

function useClearing(uncovered: UncoveredRanks | null): boolean {
  const [cleared, setCleared] = useState<UncoveredRanks | null>(null)
  useEffect(() => {
    if (uncovered === null) {
      return
    }
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setCleared(uncovered), isStill ? STILL_MS : uncovered.blurMs)
    return () => clearTimeout(timer)
  }, [uncovered])
  return uncovered !== null && uncovered.blurMs > 0 && uncovered !== cleared
}

interface Announced {
  /** Those of the ranks above the first one at least. */
  readonly rows: readonly RankedRacer[]
  /** How many rows the board has. */
  readonly total: number
  readonly formatPoints: FormatPoints
}

/** What a screen reader says once a rank has been uncovered; nothing of what is still covered. */
export function revealAnnouncement(
  pointer: number | null,
  { rows, total, formatPoints }: Announced,
): string {
  if (pointer !== REVEAL_START_RANK) {
    return announceRank(pointer, { rows, formatPoints })
  }
  const count = total - rows.filter(({ rank }) => rank < pointer).length
  return count === 0 ? texts.reveal.started : texts.reveal.startedWith(pointer, count)
}
