/** What of a show's rows stands on a stage or an overlay. Pure. */
import type { ShowRow, ShowView } from '@rollcall/contract/show-view'
import { shownName } from '@rollcall/scoring/racer'
import { formatDecimals, formatNumber } from '#ui/format-number.ts'

export type FormatPoints = (points: number | null) => string

/** The same from the first row to the last: what is still hidden may have decimals. */
export function pointsFormatOf({ hasDecimals }: Pick<ShowView, 'hasDecimals'>): FormatPoints {
  return hasDecimals ? formatDecimals : formatNumber
}

function isHidden({ event_points }: ShowRow): boolean {
  return event_points === null
}

/** The part of the rows that has room: the nearest hidden one above those that are uncovered. */
export function rowsInView(rows: readonly ShowRow[], slots: number): readonly ShowRow[] {
  const uncovered = rows.findIndex((row) => !isHidden(row))
  const next = (uncovered === -1 ? rows.length : uncovered) - 1
  const first = Math.max(0, Math.min(next, rows.length - slots))
  return rows.slice(first, first + slots)
}

/** Ranks from `first` down to before `end`, which the last move has uncovered. */
export interface Uncovering {
  readonly first: number
  readonly end: number
  readonly blurMs: number
  /** The scene that has just begun while somebody was looking at the one before. */
  readonly hasPodiumRisen: boolean
}

type Standing = Pick<ShowView, 'scene' | 'reached' | 'blurMs' | 'board'>

/** null: nothing that moves, as after a step back, a reload or another board. */
export function uncoveringOf(before: Standing, now: Standing): Uncovering | null {
  const isSameShow = before.board?.username === now.board?.username
  if (now.scene === 'podium' && before.scene === 'reveal' && isSameShow) {
    return { first: 0, end: 0, blurMs: 0, hasPodiumRisen: true }
  }
  if (now.scene !== 'reveal' || now.reached === null) {
    return null
  }
  const end = before.scene === 'reveal' && isSameShow ? before.reached : Number.POSITIVE_INFINITY
  return end === null || end <= now.reached
    ? null
    : { first: now.reached, end, blurMs: now.blurMs, hasPodiumRisen: false }
}

/** What somebody who cannot see the stage is told of the last move. */
export function announcementOf({ scene, reached, rows }: ShowView, format: FormatPoints): string {
  if (scene === 'podium' || scene === 'final') {
    const winners = rows.filter(({ rank }) => rank === 1).map(shownName)
    return winners.length === 0 ? '' : `The winner: ${listed(winners)}.`
  }
  const uncovered = rows.filter((row) => row.rank === reached && !isHidden(row))
  const [first] = uncovered
  return first === undefined
    ? ''
    : `Rank ${first.rank}: ${listed(uncovered.map(shownName))}, ${format(first.event_points)} points.`
}

/** More names than these nobody listens to. */
const NAMES_READ_OUT = 5

function listed(names: readonly string[]): string {
  return names.length > NAMES_READ_OUT
    ? `${names.length} racers`
    : new Intl.ListFormat('en-US').format(names)
}
