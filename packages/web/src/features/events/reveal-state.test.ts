import { expect, test } from 'vitest'
import { formatNumber } from '#ui/format-number.ts'
import type { RankedRacer } from './event-leaderboard-view.ts'
import { revealAnnouncement } from './reveal-state.ts'

const racer = (rank: number, racer_name: string, event_points = 1234.5) =>
  ({ rank, racer_name, event_points }) as RankedRacer
const at = (pointer: number | null) => ({ pointer, isPodiumOpen: false })

test('nothing is said before the reveal, and no name when it starts', () => {
  const rows = [racer(1, 'winner'), racer(11, 'otis'), racer(12, 'gran')]
  expect(revealAnnouncement(at(null), { rows, formatPoints: formatNumber })).toBe('')
  expect(revealAnnouncement(at(11), { rows, formatPoints: formatNumber })).toBe(
    'The reveal has started. Rank 11 and below: 2 racers.',
  )
  expect(
    revealAnnouncement(at(11), { rows: [racer(1, 'winner')], formatPoints: formatNumber }),
  ).toBe('The reveal has started.')
})

test('a rank is said with everybody on it', () => {
  const rows = [racer(1, 'winner'), racer(2, 'otis'), racer(2, 'gran')]
  expect(revealAnnouncement(at(2), { rows, formatPoints: formatNumber })).toBe(
    'Rank 2: otis and gran, 1,234.5 points.',
  )
})

test('of a crowd its size is said', () => {
  const rows = Array.from({ length: 1200 }, (_, index) => racer(1, `racer_${index}`, 0))
  expect(revealAnnouncement(at(1), { rows, formatPoints: formatNumber })).toBe(
    'Rank 1: 1,200 racers, 0 points.',
  )
})
