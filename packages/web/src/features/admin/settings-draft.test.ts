import { expect, test } from 'vitest'
import { changesOf, fieldsOf, findSeasonHint } from './settings-draft.ts'

const settings = { zebra: '1', dev_season: '', version: '1.2', season: '75', apple: '2' }

test('known settings come first with words, the others by their key', () => {
  expect(fieldsOf(settings).map(({ label }) => label)).toEqual([
    'Season',
    'Version',
    'Development Season',
    'apple',
    'zebra',
  ])
})

test('only what differs is sent', () => {
  expect(changesOf(settings, {})).toEqual({})
  expect(changesOf(settings, { season: ' 75 ', version: '1.3', dev_season: '' })).toEqual({
    version: '1.3',
  })
})

test('a changed season says what it will do', () => {
  expect(findSeasonHint(settings, { version: '2' })).toBeNull()
  expect(findSeasonHint(settings, { season: 'next' })).toBeNull()
  expect(findSeasonHint(settings, { season: '76' })).toMatch(/^Season 76 .* created/)
  expect(findSeasonHint(settings, { season: '90' })).toMatch(
    /^Season 90 .* 76, so you will be asked/,
  )
})
