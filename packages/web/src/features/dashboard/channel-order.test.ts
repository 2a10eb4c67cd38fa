import type { RacerChannel } from '@rollcall/contract/dashboard'
import { describe, expect, test } from 'vitest'
import {
  channelName,
  channelOrders,
  inOrder,
  makeCaption,
  orderFromSearch,
  searchFromOrder,
} from './channel-order.ts'
import { sumKnown } from './sum-known.ts'

let lastId = 0
function channel(name: string, known: Partial<RacerChannel> = {}): RacerChannel {
  lastId += 1
  return {
    id: lastId,
    channel: name,
    user: null,
    race_points: null,
    br_points: null,
    race_races: null,
    br_races: null,
    race_wins: null,
    br_wins: null,
    ...known,
  }
}

const order = (address: string) => orderFromSearch(new URLSearchParams(address))
const namesIn = (channels: RacerChannel[], address: string) =>
  inOrder(channels, order(address)).map(channelName)

describe('the order', () => {
  test('is restored from its own address', () => {
    for (const one of channelOrders) expect(order(searchFromOrder(one))).toBe(one)
    expect(channelOrders.map(searchFromOrder)).toEqual([
      '',
      '?sort=points',
      '?sort=races',
      '?sort=wins',
    ])
  })

  test.each(['sort=', 'sort=null', 'sort=kills', 'other=points'])(
    'is by name for %s',
    (address) => {
      expect(order(address).label).toBe('Sort by Channel')
    },
  )

  test('by name ignores letter case and goes by the displayed name', () => {
    const user = { username: 'Bea', profile_image_url: null }
    const channels = [
      channel('delta'),
      channel('Charlie'),
      channel('zz_old', { user }),
      channel('alpha'),
    ]
    expect(namesIn(channels, '')).toEqual(['alpha', 'Bea', 'Charlie', 'delta'])
  })

  test('adds races and royales, highest first', () => {
    const channels = [
      channel('a', { race_points: 10, br_points: 5, race_races: 1, br_races: 9, race_wins: 1 }),
      channel('b', { race_points: 20, race_races: 2, br_races: 1, br_wins: 4 }),
    ]
    expect(namesIn(channels, 'sort=points')).toEqual(['b', 'a'])
    expect(namesIn(channels, 'sort=races')).toEqual(['a', 'b'])
    expect(namesIn(channels, 'sort=wins')).toEqual(['b', 'a'])
  })

  test('puts unknown numbers after zero, and sorts equal ones by name', () => {
    const channels = [
      channel('unknown b'),
      channel('nought', { race_wins: 0 }),
      channel('unknown a'),
      channel('one', { br_wins: 1 }),
    ]
    expect(namesIn(channels, 'sort=wins')).toEqual(['one', 'nought', 'unknown a', 'unknown b'])
  })
})

describe('the caption', () => {
  test('is the sum with its unit', () => {
    const one = channel('a', { race_points: 1_284_000, br_points: 331.5 })
    expect(makeCaption(one, order('sort=points'))).toBe('1,284,331.5 points')
    expect(makeCaption(one, order(''))).toBeNull()
  })

  test('is a dash if nothing is known, and the sum of the known parts otherwise', () => {
    expect(makeCaption(channel('a'), order('sort=races'))).toBe('– races')
    expect(makeCaption(channel('a', { br_wins: 3 }), order('sort=wins'))).toBe('3 wins')
    expect(makeCaption(channel('a', { br_wins: 0 }), order('sort=wins'))).toBe('0 wins')
  })
})

test.each([
  [null, null, null],
  [null, 5, 5],
  [5, null, 5],
  [0, null, 0],
  [2, 3, 5],
  ['2', '30.5', 32.5],
  ['2', null, 2],
  ['', null, null],
])('%j and %j are %j', (a, b, expected) => {
  expect(sumKnown(a, b)).toBe(expected)
})
