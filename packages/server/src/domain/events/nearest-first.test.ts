import { expect, it } from 'vitest'
import { nearestFirst } from './nearest-first.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const event = (name: string, first: number, last: number) => ({
  name,
  startsAt: day(first),
  endsAt: day(last + 1),
})

it('lists running events first, then coming ones, those without a day, and past ones', () => {
  const listed = [
    event('in a year', 365, 366),
    { name: 'empty', startsAt: null, endsAt: null },
    event('long over', 1, 2),
    event('runs for long', 10, 60),
    event('tomorrow', 24, 24),
    event('ended yesterday', 21, 22),
    event('ends today', 20, 23),
  ]
  const now = new Date('2026-11-23T12:00:00Z')
  expect(nearestFirst(listed, now).map(({ name }) => name)).toEqual([
    'ends today',
    'runs for long',
    'tomorrow',
    'in a year',
    'empty',
    'ended yesterday',
    'long over',
  ])
})
