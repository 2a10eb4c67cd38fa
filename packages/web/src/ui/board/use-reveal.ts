/** The reveal of a board in one browser, press by press (docs/scoring.md, The reveal). */
import {
  blurDurationMs,
  closePodium,
  nextPress,
  pressReveal,
  REVEAL_START_RANK,
  type Reveal,
  UNREVEALED,
} from '@rollcall/scoring/reveal'
import { useState } from 'react'
import { announceRank, type RankedRacer } from './announcement.ts'
import type { RevealState } from './reveal-motion.ts'
import { texts } from './texts.ts'
import { type ShownMotion, useMoving, useRevealMotion } from './use-reveal-motion.ts'

/** The second press of a double click must not count, even if there is no blur to wait for. */
const DOUBLE_CLICK_MS = 400

export interface PrivateReveal {
  readonly state: RevealState
  readonly motion: ShownMotion
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

function beginning(board: string, from: Reveal): RevealState {
  return { ...from, board, version: 0, blurMs: 0 }
}

/** How far a board's reveal has come. Another board begins with `from` again. */
export function useReveal(
  board: string,
  rows: readonly Pick<RankedRacer, 'rank'>[],
  from: Reveal = UNREVEALED,
): PrivateReveal {
  const [stored, setState] = useState(() => beginning(board, from))
  const state = stored.board === board ? stored : beginning(board, from)
  if (state !== stored) {
    setState(state)
  }
  const motion = useRevealMotion(state)
  const { uncovered } = motion
  const isPressed = useMoving(uncovered, uncovered?.blurMs ? DOUBLE_CLICK_MS : 0)
  const isClearing = (uncovered !== null && motion.isClearing) || isPressed

  const move = (next: Partial<RevealState>) =>
    setState({ ...state, ...next, version: state.version + 1 })
  const press = () => {
    // An impatient press has no effect.
    if (!isClearing) {
      const next = pressReveal(state, rows)
      move({ ...next, blurMs: blurDurationMs(next.pointer ?? REVEAL_START_RANK) })
    }
  }
  const end = uncovered?.end ?? 0
  const before = { ...UNREVEALED, pointer: Number.isFinite(end) ? end : null }
  return {
    state,
    motion,
    // Until the blur has cleared, the label says what is being revealed.
    label: revealLabel(isClearing ? before : state, rows),
    isClearing,
    isOver: !isClearing && nextPress(state, rows).kind === 'show-podium',
    press,
    showAll: () => move({ pointer: 1, blurMs: 0 }),
    close: () => move(closePodium(state)),
  }
}

function revealLabel(reveal: Reveal, rows: readonly Pick<RankedRacer, 'rank'>[]): string {
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

interface Announced {
  /** At least the rows above the start rank. */
  readonly rows: readonly RankedRacer[]
  /** How many rows the board has. */
  readonly total: number
}

/** What a screen reader says when a rank is uncovered; nothing about what is still hidden. */
export function revealAnnouncement(pointer: number | null, { rows, total }: Announced): string {
  if (pointer !== REVEAL_START_RANK) {
    return announceRank(pointer, rows)
  }
  const count = total - rows.filter(({ rank }) => rank < pointer).length
  return count === 0 ? texts.reveal.started : texts.reveal.startedWith(pointer, count)
}
