import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { MASKED_NAME } from '@rollcall/scoring/racer'
import { isRevealed, REVEAL_START_RANK, type Reveal } from '@rollcall/scoring/reveal'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announceRank } from '#ui/board/announcement.ts'
import { useReveal } from '#ui/board/use-reveal.ts'
import type { ShownMotion } from '#ui/board/use-reveal-motion.ts'
import { publicRowsQuery } from './queries.ts'
import { texts } from './texts.ts'

interface Replay {
  /** What the button does next. */
  readonly label: string
  readonly isClearing: boolean
  /** Whether the board has loaded. */
  readonly isReady: boolean
  /** null: the show is not over, or nobody is on its board. */
  readonly press: (() => void) | null
  readonly stop: () => void
  /** null: nothing is being replayed. */
  readonly shown: {
    readonly rows: readonly ShowRow[]
    readonly reached: number
    readonly motion: ShownMotion
  } | null
  /** What a screen reader says after a press. */
  readonly announcement: string
  /** Somebody watched to the end, so the podium rises for them. */
  readonly hasEnded: boolean
}

const STARTED: Reveal = { pointer: REVEAL_START_RANK, isPodiumOpen: false }

const NO_ROWS: readonly ShowRow[] = []

/** Plays the reveal of a finished show again, press by press. */
export function useReplay(token: string, view: ShowView): Replay {
  const { scene, version } = view
  const isOver = scene === 'final'
  const [{ count, state }, setPlay] = useState<Play>({ count: 0, state: 'untouched' })
  // The first page of the board, which the page shows anyway.
  const { data } = useQuery({ ...publicRowsQuery(token, { page: 1, search: '' }), enabled: isOver })
  const rows = data?.rows ?? NO_ROWS
  const isPlaying = isOver && state === 'playing'
  const reveal = useReveal(`${version} ${count}`, isPlaying ? rows : NO_ROWS, STARTED)
  const begin = () => setPlay({ count: count + 1, state: 'playing' })
  const end = (next: Play['state']) => setPlay({ count, state: next })
  const step = reveal.isOver ? () => end('ended') : reveal.press
  return {
    label: isPlaying ? reveal.label : texts.replay.start,
    isClearing: isPlaying && reveal.isClearing,
    isReady: rows.length > 0,
    press: isOver && view.rowCount > 0 ? (isPlaying ? step : begin) : null,
    stop: () => end('untouched'),
    shown: isPlaying
      ? {
          rows: rows.map((row) => (isRevealed(reveal.state, row.rank) ? row : masked(row))),
          reached: reveal.state.pointer ?? REVEAL_START_RANK,
          motion: reveal.motion,
        }
      : null,
    announcement: reveal.motion.isClearing ? '' : announceRank(reveal.state.pointer, rows),
    hasEnded: isOver && state === 'ended',
  }
}

interface Play {
  /** Each replay begins anew. */
  readonly count: number
  readonly state: 'untouched' | 'playing' | 'ended'
}

const masked = ({ id, rank }: ShowRow): ShowRow => ({
  id,
  rank,
  racer_name: MASKED_NAME,
  event_points: null,
})
