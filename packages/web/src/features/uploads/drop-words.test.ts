import type { ReadGroup } from '@rollcall/formats/group-files'
import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { type DropItem, isToBeSent, refusedItem, stateAfter } from './drop-item.ts'
import { sentOf, summaryOf } from './drop-words.ts'

const upload: ReadGroup = {
  ...{ kind: 'season', at: '', games: [], racers: 3, warnings: [], fields: {}, files: {} },
}
const items = (['ready', 'unused', 'unchecked', 'failed', 'sent', 'refused'] as const).map(
  (state): DropItem => ({ ...refusedItem([state], ''), state, upload }),
)

test('what is not used is not counted as what would be stored', () => {
  const [ready, unused, unchecked] = items as [DropItem, DropItem, DropItem]
  expect(summaryOf([ready, unused])).toBe('1 season snapshot, 3 racers; 1 not used')
  expect(summaryOf([unused])).toBe('Nothing that can be stored; 1 not used')
  expect(summaryOf([ready, unchecked])).toContain('1 to be checked again')
  expect(sentOf(items)).toBe('1 taken; 1 not used; 1 not sent; 2 to be tried again; 1 refused')
})

test('what changes no season is said to do so', () => {
  const [ready, , , , sent] = items as [DropItem, DropItem, DropItem, DropItem, DropItem]
  const without = (item: DropItem) => ({ ...item, isUncounted: true })
  expect(summaryOf([without(ready)])).toBe('1 season snapshot, 3 racers; 1 changes no season')
  expect(sentOf([sent, without(sent)])).toBe('2 taken; 1 of them changed no season')
})

test('only what the server has previewed is sent', () => {
  expect(items.filter(isToBeSent).map(({ state }) => state)).toEqual(['ready', 'failed'])
})

test.each([
  [null, 'any', 'unchecked'],
  [500, 'internal', 'unchecked'],
  [408, 'too_slow', 'unchecked'],
  [429, 'rate_limited', 'unchecked'],
  [400, 'body_cut_off', 'unchecked'],
  [400, 'bad_value', 'refused'],
  [403, 'forbidden', 'refused'],
])('an answer of %s (%s) leaves a file %s', (status, code, state) => {
  const reply = { error: 'No.', code, requestId: '1' }
  const error = new ApiError({ status, reply, token: null })
  expect(stateAfter(error, { isDryRun: true })).toBe(state)
})
