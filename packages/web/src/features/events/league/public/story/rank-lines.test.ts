import { expect, it } from 'vitest'
import { rankLines } from './rank-lines.ts'

const line = (name: string, ...ranks: (number | null)[]) => ({
  racer_name: name,
  after: ranks.map((rank) => (rank === null ? null : { rank, total: 10 })),
})

it('a line begins when its row has a rank, and ends at the level of its name', () => {
  const { levels, drawn } = rankLines([line('ada', 2, 1, 1), line('bea', null, 2, 1)])
  expect(levels).toBe(2)
  expect(drawn.map(({ path }) => path)).toEqual([
    'M0.00 1.5L50.00 0.5L100.00 0.5',
    'M50.00 1.5L100.00 1.5',
  ])
})

it('a round without a rank is a gap', () => {
  expect(rankLines([line('ada', 1, null, 1)]).drawn[0]?.path).toBe('M0.00 0.5M100.00 0.5')
})

it('ranks below all of the lines share one level', () => {
  const { levels, drawn } = rankLines([line('ada', 9, 1), line('bea', 300, 2)])
  expect(levels).toBe(3)
  expect(drawn.map(({ dots }) => dots[0]?.y)).toEqual([2.5, 2.5])
})

it('no two of ten lines have both colour and dashes of one another', () => {
  const names = Array.from({ length: 10 }, (_, index) => line(`racer ${index}`, index + 1))
  const dashes = rankLines(names).drawn.map(({ dash }, index) => `${dash} ${index % 6}`)
  expect(new Set(dashes).size).toBe(10)
})
