import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  calendarDay,
  givenText,
  givenTrueOrFalse,
  givenWholeNumber,
  normalisedLogin,
  normalisedPlatform,
  trueOrFalse,
  utcInstant,
  wholeNumber,
} from './cell-values.ts'

const row = (cell: string) => ({ line: 7, cells: ['x', cell] })

describe('wholeNumber', () => {
  it.each([
    ['', null],
    ['0', 0],
    ['007', 7],
    ['1000000000', 1_000_000_000],
  ])('reads %j as %j', (text, value) => {
    expect(wholeNumber(row(text), 1)).toBe(value)
  })

  it('says where, which column and what', () => {
    expect(() => wholeNumber(row('1.5'), 1, 'points')).toThrow(
      'Line 7, column 2 (points): "1.5" is not a whole number from 0 to 1,000,000,000 in plain digits.',
    )
  })

  it('does not let a value bend the sentence', () => {
    expect(() => wholeNumber(row(`\u202e\u0007${'9'.repeat(400)}`), 1)).toThrow(
      `Line 7, column 2: "${'9'.repeat(40)}…" is not`,
    )
  })
})

it('given values must be there', () => {
  expect(givenWholeNumber(row('5'), 1)).toBe(5)
  expect(givenText(row('a'), 1)).toBe('a')
  expect(() => givenWholeNumber(row(''), 1)).toThrow('The cell is empty but must be filled.')
  expect(() => givenText(row(''), 1)).toThrow('Line 7, column 2: ')
})

describe('calendarDay', () => {
  it.each(['2024-02-29', '0001-01-01', '9999-12-31'])('takes %s', (day) => {
    expect(calendarDay(row(day), 1)).toBe(day)
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '0000-01-01',
    '2026-1-1',
    '14.09.2026',
    '2026-09-14T00:00',
    '+275760-09-13',
    '20260914',
  ])('refuses %s', (day) => {
    expect(() => calendarDay(row(day), 1)).toThrow('is not a day written as YYYY-MM-DD')
  })
})

describe('normalisedLogin', () => {
  it.each([
    [' @PebbleWick ', 'pebblewick'],
    ['@@a', 'a'],
    ['a@b', 'a@b'],
    ['ZOE\u0308', 'zo\u00eb'],
    ['\u0130', 'i\u0307'],
    ['@', ''],
  ])('makes %j %j', (text, login) => {
    expect(normalisedLogin(text)).toBe(login)
  })

  it('leaves a login as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const login = normalisedLogin(text)
        expect(normalisedLogin(login)).toBe(login)
      }),
    )
  })
})

describe('trueOrFalse', () => {
  it.each([
    ['true', true],
    ['FALSE', false],
    ['True', true],
    ['', null],
  ])('reads %j as %j', (text, value) => {
    expect(trueOrFalse(row(text), 1)).toBe(value)
    expect(trueOrFalse(row(text), 1, 'Eliminated', { legacy: true })).toBe(value)
  })

  it.each(['1', '0', 'yes', 'fals', 'truetrue', 'null'])('refuses %s', (text) => {
    expect(() => trueOrFalse(row(text), 1, 'Eliminated')).toThrow(
      `Line 7, column 2 (Eliminated): "${text}" is neither true nor false.`,
    )
  })

  it('reads 1 and 0 where the older files write them, and no other number', () => {
    expect(trueOrFalse(row('1'), 1, 'TopTiltee', { legacy: true })).toBe(true)
    expect(trueOrFalse(row('0'), 1, 'TopTiltee', { legacy: true })).toBe(false)
    expect(() => trueOrFalse(row('2'), 1, 'TopTiltee', { legacy: true })).toThrow('neither')
  })

  it('must be there where it is asked for', () => {
    expect(givenTrueOrFalse(row('true'), 1)).toBe(true)
    expect(() => givenTrueOrFalse(row(''), 1)).toThrow('The cell is empty but must be filled.')
  })
})

describe('utcInstant', () => {
  it.each([
    ['2026-09-14T18:22:07.481Z', '2026-09-14T18:22:07.481Z'],
    ['2026-09-14T18:22:07Z', '2026-09-14T18:22:07.000Z'],
    ['2026-09-14T18:22:07.4Z', '2026-09-14T18:22:07.400Z'],
    ['2026-09-14T18:22:07.4819999Z', '2026-09-14T18:22:07.481Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['', null],
  ])('reads %j as %j', (text, instant) => {
    expect(utcInstant(row(text), 1)).toBe(instant)
  })

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-09-14T24:00:00Z',
    '2026-09-14T18:60:00Z',
    '2026-09-14T18:22:60Z',
    '2026-09-14T18:22:07',
    '2026-09-14T18:22:07+02:00',
    '2026-09-14 18:22:07Z',
    '2026-09-14',
    '0000-01-01T00:00:00Z',
    '1789582927',
  ])('refuses %s', (text) => {
    expect(() => utcInstant(row(text), 1)).toThrow('is not a time in UTC')
  })
})

it.each([
  [' Twitch ', 'twitch'],
  ['YouTube', 'youtube'],
  ['', 'twitch'],
  ['Somewhere Else', 'somewhere else'],
])('normalisedPlatform makes %j %j', (text, platform) => {
  expect(normalisedPlatform(text)).toBe(platform)
})
