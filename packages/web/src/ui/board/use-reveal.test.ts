import { expect, test } from 'vitest'
import { revealAnnouncement } from './use-reveal.ts'

const racer = (rank: number, racer_name: string, event_points = 1234.5) => ({
  rank,
  racer_name,
  event_points,
})
const announce = (pointer: number | null, rows: ReturnType<typeof racer>[], total = rows.length) =>
  revealAnnouncement(pointer, { rows, total })

test('says nothing before the reveal, and no name when it starts', () => {
  const rows = [racer(1, 'winner'), racer(11, 'otis'), racer(12, 'gran')]
  expect(announce(null, rows)).toBe('')
  expect(announce(11, rows)).toBe('The reveal has started. Rank 11 and below: 2 racers.')
  expect(announce(11, rows.slice(0, 2), 5_000)).toBe(
    'The reveal has started. Rank 11 and below: 4,999 racers.',
  )
  expect(announce(11, [racer(1, 'winner')])).toBe('The reveal has started.')
})

test('names everybody on a rank', () => {
  const rows = [racer(1, 'winner'), racer(2, 'otis'), racer(2, 'gran')]
  expect(announce(2, rows)).toBe('Rank 2: otis and gran, 1,234.5 points.')
  expect(announce(1, [racer(1, 'winner', 1)])).toBe('Rank 1: winner, 1 point.')
})

test('gives only the number of a crowd', () => {
  const rows = Array.from({ length: 1200 }, (_, index) => racer(1, `racer_${index}`, 0))
  expect(announce(1, rows)).toBe('Rank 1: 1,200 racers, 0 points.')
})
