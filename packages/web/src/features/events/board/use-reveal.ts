/** The reveal of an event in one browser, press by press (docs/scoring.md, The reveal). */
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

/** With reduced motion there is no blur to wait for, but the second press of a double click must not count. */
const STILL_MS = 400

export interface PrivateReveal {
  readonly state: RevealState
  /** Contains what the last press uncovered, until its blur has cleared. */
  readonly motion: RevealMotion
  readonly label: string
  /** A blur is clearing, and presses have no effect. */
  readonly isClearing: boolean
  /** Every rank is shown. */
  readonly isOver: boolean
  readonly press: () => void
  /** Uncovers every rank at once, after the show. */
  readonly showAll: () => void
  readonly close: () => void
}

function unrevealed(board: string): RevealState {
  return { ...UNREVEALED, board, version: 0, blurMs: 0 }
}

/** How far a board's reveal has come. Another board begins unrevealed, with its podium closed. */
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
    // An impatient press has no effect.
    if (!isClearing) {
      const next = pressReveal(state, rows)
      move({ ...next, blurMs: blurDurationMs(next.pointer ?? REVEAL_START_RANK) })
    }
  }
  const end = motion.uncovered?.end ?? 0
  const before = { ...UNREVEALED, pointer: Number.isFinite(end) ? end : null }
  return {
    state,
    // Rows that scroll into view later appear without a blur.
    motion: isClearing ? motion : { ...motion, uncovered: null },
    // Until the blur has cleared, the label says what is being revealed.
    label: revealLabel(isClearing ? before : state, rows),
    isClearing,
    isOver: !isClearing && nextPress(state, rows).kind === 'show-podium',
    press,
    showAll: () => move({ pointer: 1, blurMs: 0 }),
    close: () => move(closePodium(state)),
  }
}

function revealLabel(reveal: Reveal, rows: readonly RankedRacer[]): string {
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
  /** At least the rows above the start rank. */
  readonly rows: readonly RankedRacer[]
  /** How many rows the board has. */
  readonly total: number
  readonly formatPoints: FormatPoints
}

/** What a screen reader says when a rank is uncovered; nothing about what is still hidden. */
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
