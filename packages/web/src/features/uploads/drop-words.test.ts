import type { ReadGroup } from '@rollcall/formats/group-files'
import { expect, test } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { canBeSent, type DropItem, refusedItem } from './drop-item.ts'
import { summarise, summariseSent } from './drop-words.ts'
import { stateAfter, type UploadResult } from './send-upload.ts'

const upload: ReadGroup = {
  ...{ kind: 'season', at: '', games: [], racers: 3, warnings: [], fields: {}, files: {} },
}
const items = (['ready', 'unused', 'unchecked', 'failed', 'stored', 'refused'] as const).map(
  (state): DropItem => ({ ...refusedItem([state], ''), state, upload }),
)
const [ready, unused, unchecked, , stored] = items as [
  ...[DropItem, DropItem, DropItem, DropItem, DropItem],
]

test('unused uploads do not count as uploads to be stored', () => {
  expect(summarise([ready, unused])).toBe('1 season snapshot, 3 racers; 1 not used.')
  expect(summarise([unused])).toBe('Nothing to upload; 1 not used.')
  expect(summarise([ready, unchecked])).toContain('1 still to check')
  expect(summariseSent(items)).toBe(
    '1 accepted; 1 not used; 1 not uploaded; 2 to try again; 1 refused.',
  )
})

test('says which uploads change no season', () => {
  const covered: UploadResult['receipt'] = {
    ...{ kind: 'import', id: null, message: '', channel: 'ada', outcome: 'stored' },
    ...{ duplicate: false, stale: false, seasons: [] },
    counts: { games: 1, added: 1, known: 0, differing: 0 },
    warnings: [{ code: 'not_counted', message: '' }],
  }
  const without = (item: DropItem) => ({ ...item, receipt: covered })
  expect(summarise([without(ready)])).toBe(
    '1 season snapshot, 3 racers; 1 does not count towards a season.',
  )
  expect(summariseSent([stored, without(stored)])).toBe(
    '2 accepted; 1 of them did not count towards a season.',
  )
})

test('sends only what the server has previewed', () => {
  expect(items.filter(canBeSent).map(({ state }) => state)).toEqual(['ready', 'failed'])
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
