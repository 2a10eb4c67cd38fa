import { expect, test } from 'vitest'
import {
  findNextSeason,
  findSeasonHint,
  hasChanged,
  listFields,
  settingsToSend,
} from './settings-draft.ts'

const settings = { zebra: '1', dev_season: '', version: '1.2', season: '75', apple: '2' }

test('known settings come first, with labels; the others follow by their keys', () => {
  expect(listFields(settings).map(({ label }) => label)).toEqual([
    'Season',
    'Version',
    'Development Season',
    'apple',
    'zebra',
  ])
})

test('all settings are sent, changed or not', () => {
  expect(settingsToSend(settings, {})).toEqual(settings)
  expect(settingsToSend(settings, { season: ' 75 ', version: '1.3 ', dev_season: '' })).toEqual({
    ...settings,
    version: '1.3',
  })
})

test('settings have changed if a value differs', () => {
  expect(hasChanged(settings, { season: ' 75 ', dev_season: '' })).toBe(false)
  expect(hasChanged(settings, { season: '75', version: '1.3' })).toBe(true)
})

test('a changed season says what it will do', () => {
  expect(findSeasonHint(settings, { version: '2' })).toBeNull()
  expect(findSeasonHint(settings, { season: 'next' })).toBeNull()
  expect(findSeasonHint(settings, { season: '76' })).toMatch(/^Season 76 .* created/)
  expect(findSeasonHint(settings, { season: '90' })).toMatch(
    /^Season 90 .* 76, so you will be asked/,
  )
})

test('only the number after the current one is the next season', () => {
  expect(findNextSeason(settings, { season: ' 76 ' })).toBe(76)
  for (const typed of [
    {},
    { season: '75' },
    { season: '77' },
    { season: 'next' },
    { version: '2' },
  ]) {
    expect(findNextSeason(settings, typed as Record<string, string>)).toBeNull()
  }
})
