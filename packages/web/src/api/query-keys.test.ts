import { listUserOptions } from '@rollcall/contract/events'
import { getEventLeaderboard } from '@rollcall/contract/events-boards'
import { findOwnEventRow } from '@rollcall/contract/events-results'
import { hashKey, partialMatchKey, queryOptions } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answersAbout, answersOf, asking, everythingAbout } from './query-keys.ts'

const params = { id: '5' }
const about = { boardsOf: '5' }
const board = (query: { streamer: string; page: string }) =>
  asking(getEventLeaderboard, { params, query }, about).queryKey

test('two questions never share a key, and the same question always does', () => {
  const keys = [
    board({ streamer: 'own', page: '1' }),
    board({ streamer: '1', page: '1' }),
    board({ streamer: 'own', page: '11' }),
    asking(findOwnEventRow, { params, query: { streamer: '1' } }, about).queryKey,
    asking(getEventLeaderboard, { params: { id: '6' }, query: { page: '1' } }).queryKey,
  ]
  expect(new Set(keys.map(hashKey)).size).toBe(keys.length)
  expect(hashKey(board({ page: '1', streamer: 'own' }))).toBe(
    hashKey(board({ streamer: 'own', page: '1' })),
  )
})

test('filters match by call, by noun and by what a query is about', () => {
  const key = board({ streamer: 'own', page: '1' })
  expect(partialMatchKey(key, answersOf(getEventLeaderboard))).toBe(true)
  expect(partialMatchKey(key, answersOf(findOwnEventRow))).toBe(false)
  expect(partialMatchKey(key, answersAbout('events'))).toBe(true)
  expect(partialMatchKey(key, answersAbout('scoring'))).toBe(false)
  expect(partialMatchKey(key, everythingAbout({ boardsOf: '5' }))).toBe(true)
  expect(partialMatchKey(key, everythingAbout({ boardsOf: '6' }))).toBe(false)
})

test('the compiler accepts no key that is written by hand', () => {
  const query = { ...asking(listUserOptions, { query: { search: '' } }), select: () => null }
  queryOptions(query)
  // @ts-expect-error: a list is not the branded key that `asking` makes.
  queryOptions({ ...query, queryKey: ['events', 'streamers', ''] })
})
