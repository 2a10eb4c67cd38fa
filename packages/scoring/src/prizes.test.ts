import { expect, it } from 'vitest'
import { awardPrizes, type PassedOverReason } from './prizes.ts'

type Ranks = Readonly<Record<string, number | null>>

function award(
  prizes: number,
  ranks: Ranks,
  reasons: Readonly<Record<string, PassedOverReason>> = {},
) {
  const rows = Object.entries(ranks).map(([row, rank]) => ({ row, rank }))
  const { winners, passedOver } = awardPrizes(prizes, rows, new Map(Object.entries(reasons)))
  return {
    winners: winners.map((group) => group.map(({ row }) => row)),
    passedOver: passedOver.map(({ row, reason }) => `${row.row} ${row.rank} ${reason}`),
  }
}

it('each rank wins its prize, and rows without a rank none', () => {
  expect(award(3, { ada: 1, bea: 2, cai: null })).toEqual({
    winners: [['ada'], ['bea'], []],
    passedOver: [],
  })
  expect(award(1, { ada: 1, bea: 2 }).winners).toEqual([['ada']])
  expect(award(0, { ada: 1 }, { ada: 'won_before' })).toEqual({ winners: [], passedOver: [] })
})

it('rows that share a rank share its prize, and nobody wins those of the ranks that they skip', () => {
  expect(award(4, { ada: 1, bea: 1, cai: 3, dee: 4 }).winners).toEqual([
    ['ada', 'bea'],
    [],
    ['cai'],
    ['dee'],
  ])
  expect(award(2, { ada: 1, bea: 2, cai: 2, dee: 4 }).winners).toEqual([['ada'], ['bea', 'cai']])
})

it('a prize passes on to the next row, and the passed-over row keeps its rank', () => {
  expect(award(2, { ada: 1, bea: 2, cai: 3, dee: 4 }, { ada: 'won_before' })).toEqual({
    winners: [['bea'], ['cai']],
    passedOver: ['ada 1 won_before'],
  })
  expect(
    award(2, { ada: 1, bea: 2, cai: 3, dee: 4 }, { ada: 'won_before', cai: 'not_eligible' }),
  ).toEqual({
    winners: [['bea'], ['dee']],
    passedOver: ['ada 1 won_before', 'cai 3 not_eligible'],
  })
})

it('one of those who share a rank is passed over alone', () => {
  expect(award(2, { ada: 1, bea: 1, cai: 3 }, { ada: 'declined' })).toEqual({
    winners: [['bea'], ['cai']],
    passedOver: ['ada 1 declined'],
  })
})

it('says nothing of rows that would win nothing anyway', () => {
  expect(award(1, { ada: 1, bea: 2 }, { bea: 'won_before' }).passedOver).toEqual([])
  expect(award(2, { ada: 1, bea: 1, cai: 3 }, { cai: 'won_before' }).passedOver).toEqual([])
  expect(award(2, { ada: null }, { ada: 'won_before' })).toEqual({
    winners: [[], []],
    passedOver: [],
  })
})
