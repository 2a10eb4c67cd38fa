import type { NumbersChange, UploadFacts } from '@rollcall/contract/uploads-mine'
import { expect, test, vi } from 'vitest'
import { currentLanguage } from '#texts/language.ts'
import { texts } from './texts.ts'

const counts = { racers: 1_200, added: 1, changed: 0, removed: 2 }
const season: UploadFacts = { kind: 'season', season: 75, counts, unused: null }
const game: UploadFacts = {
  ...{ kind: 'game', season: 75, mode: 'race', map: null, isRanked: true, isCompleted: false },
  counts: { results: 1, hits: 0 },
}

test.each([
  [season, {}, '1,200 racers: 1 added, 2 removed.'],
  [season, { isPreview: true }, '1,200 racers: 1 to add, 2 to remove.'],
  [{ ...season, counts: { ...counts, added: 0, removed: 0 } }, {}, '1,200 racers, no changes.'],
  [season, { outcome: 'duplicate' }, 'Nothing changed: this snapshot was uploaded before.'],
  [{ ...season, unused: 'older' }, { outcome: 'stale' }, /already a snapshot of a later day/],
  [game, {}, '1 racer.'],
  [{ ...game, isRanked: false }, {}, /^1 racer\. It is not a ranked game/],
  [{ ...game, isCompleted: true }, {}, /known from a day log/],
  [
    { kind: 'import', counts: { games: 20, added: 17, known: 2, differing: 1 }, seasons: [] },
    {},
    '20 games: 17 added, 2 uploaded before, 1 already stored with other results.',
  ],
] as const satisfies [UploadFacts, object, unknown][])(
  'a receipt is worded by its facts: %#',
  (facts, result, sentence) => {
    const said = texts.receipt.sentence(facts, { outcome: 'stored', isPreview: false, ...result })
    expect(said).toEqual(sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence)
  },
)

const none = { games: 0, racers: 0, points: 0, hasSnapshot: false }

test.each([
  [
    { kind: 'season', season: 75, before: { points: 1_200, games: 1 }, after: null },
    'Season 75: from 1,200 points in 1 game to no results',
  ],
  [
    {
      kind: 'event',
      event: 'Cup',
      before: { games: 1, racers: 5, points: null, hasSnapshot: true },
      after: { ...none, racers: 1, points: 250, hasSnapshot: true },
    },
    'Cup: from a snapshot and 1 game to a snapshot of 1 racer with 250 points',
  ],
  [
    { kind: 'event', event: 'Cup', before: { ...none, games: 2, points: 1 }, after: none },
    'Cup: from 2 games of this channel with 1 point to no results of this channel',
  ],
  [{ kind: 'more-events', count: 2 }, '2 more events: from these games to none of them'],
] as const satisfies [NumbersChange['facts'], string][])(
  'a change is worded by its numbers: %#',
  (facts, sentence) => {
    const change = { of: '', before: '', after: '', facts }
    expect(`${texts.undo.changedName(change)}: ${texts.undo.change(change)}`).toBe(sentence)
  },
)

test.each([
  [{ season: 75, count: 1, of: 1, isHandedOver: true }, /^It does not count in season 75/],
  [{ season: 75, count: 3, of: 3, isHandedOver: false }, /^None of the 3 games counts in season/],
  [{ season: 75, count: 1, of: 3, isHandedOver: false }, /^1 of the 3 games does not count in/],
])('games that a snapshot covers: %j', (params, sentence) => {
  const { warning } = texts.receipt
  expect(warning({ code: 'partly_counted', message: '', params })).toMatch(sentence)
})

test("an unknown warning keeps the server's sentence", () => {
  const message = 'Something is odd.'
  const { warning } = texts.receipt
  expect(warning({ code: 'brand_new', message, line: 3, params: { count: 1 } })).toBe(
    'Line 3: Something is odd.',
  )
  expect(warning({ code: 'handed_over', message })).toBe(message)
})

test('a language can make its own sentence from the code and params of a warning', () => {
  vi.spyOn(currentLanguage(), 'problemText').mockImplementation(({ code, params }) =>
    code === 'racers_lost' ? `Es fehlen ${params?.count}.` : '',
  )
  const params = { count: 3, names: ['ada'] }
  const { warning } = texts.receipt
  expect(
    warning({ code: 'racers_lost', message: 'This file does not have 3 racers.', params }),
  ).toBe('Es fehlen 3.')
  vi.restoreAllMocks()
})
