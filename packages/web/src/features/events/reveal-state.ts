import { shownName } from '@rollcall/scoring/racer'
import {
  blurDurationMs,
  closePodium,
  pressReveal,
  REVEAL_START_RANK,
  type Reveal,
  revealLabel,
  UNREVEALED,
} from '@rollcall/scoring/reveal'
import { useEffect, useState } from 'react'
import { formatNumber } from '#ui/format-number.ts'
import type { FormatPoints, RankedRacer } from './event-leaderboard-view.ts'

/** Ranks from `first` down to before `end`: what the last press has uncovered. */
interface UncoveredRanks {
  readonly first: number
  readonly end: number
  /** With reduced motion: what is uncovered fades in at once. */
  readonly isStill: boolean
}

/** With reduced motion nothing is waited for, but the second press of a double one is none. */
const STILL_MS = 400

export interface RevealStage {
  readonly reveal: Reveal
  readonly label: string
  /** Whose blur is still clearing, while presses change nothing; null once it has. */
  readonly clearing: UncoveredRanks | null
  /** The rank in the limelight until the next press. */
  readonly limelightRank: number | null
  readonly press: () => void
  /** Uncovers every rank at once: nobody is kept in suspense any more. */
  readonly showAll: () => void
  readonly close: () => void
}

interface State {
  readonly boardKey: string
  readonly reveal: Reveal
  readonly clearing: UncoveredRanks | null
}

const ALL_SHOWN: Reveal = { pointer: 1, isPodiumOpen: false }

function unrevealed(boardKey: string): State {
  return { boardKey, reveal: UNREVEALED, clearing: null }
}

/** How far the reveal of a board has come. Another board begins unrevealed, its podium closed. */
export function useReveal(boardKey: string, rows: readonly RankedRacer[]): RevealStage {
  const [stored, setState] = useState(() => unrevealed(boardKey))
  const state = stored.boardKey === boardKey ? stored : unrevealed(boardKey)
  if (state !== stored) {
    setState(state)
  }
  const { reveal, clearing } = state

  useEffect(() => {
    if (clearing === null) {
      return
    }
    // Rows that come into view later are no news: they appear without a blur.
    const timer = setTimeout(
      () => setState((now) => (now.clearing === clearing ? { ...now, clearing: null } : now)),
      clearing.isStill ? STILL_MS : blurDurationMs(clearing.first),
    )
    return () => clearTimeout(timer)
  }, [clearing])

  const press = () => {
    // An impatient press reveals nothing.
    if (clearing !== null) {
      return
    }
    const next = pressReveal(reveal, rows)
    const isUncovering = next.pointer !== null && next.pointer !== reveal.pointer
    setState({
      boardKey,
      reveal: next,
      clearing: isUncovering
        ? {
            first: next.pointer ?? 0,
            end: reveal.pointer ?? Number.POSITIVE_INFINITY,
            isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
          }
        : null,
    })
  }
  const { pointer } = reveal
  return {
    reveal,
    // Until the blur has cleared, what is being revealed.
    label: revealLabel(clearing === null ? reveal : beforeUncovering(clearing), rows),
    clearing,
    limelightRank: pointer !== null && pointer < REVEAL_START_RANK ? pointer : null,
    press,
    showAll: () => setState({ boardKey, reveal: ALL_SHOWN, clearing: null }),
    close: () => setState({ ...state, reveal: closePodium(reveal) }),
  }
}

function beforeUncovering({ end }: UncoveredRanks): Reveal {
  return { ...UNREVEALED, pointer: Number.isFinite(end) ? end : null }
}

/** More names than these nobody listens to. */
const NAMES_READ_OUT = 5

/** What a screen reader says once a rank has been uncovered; nothing of what is still covered. */
export function revealAnnouncement(
  { pointer }: Reveal,
  { rows, formatPoints }: { rows: readonly RankedRacer[]; formatPoints: FormatPoints },
): string {
  if (pointer === null) {
    return ''
  }
  if (pointer === REVEAL_START_RANK) {
    const count = rows.filter(({ rank }) => rank >= pointer).length
    return count === 0
      ? 'The reveal has started.'
      : `The reveal has started. Rank ${pointer} and below: ${formatNumber(count)} racers.`
  }
  const racers = rows.filter(({ rank }) => rank === pointer)
  const points = formatPoints(racers[0]?.event_points ?? null)
  const names =
    racers.length > NAMES_READ_OUT
      ? `${formatNumber(racers.length)} racers`
      : new Intl.ListFormat('en-US').format(racers.map(shownName))
  return `Rank ${pointer}: ${names}, ${points} points.`
}
