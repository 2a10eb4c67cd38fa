import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cells } from './cells.ts'
import { normalisedLogin, normalisedPlatform } from './names.ts'

const cell = (text: string) => new Cells({ line: 7, cells: ['x', text] }, { points: 1 })

describe('whole', () => {
  it.each([
    ['', null],
    ['0', 0],
    ['007', 7],
    ['1000000000', 1_000_000_000],
  ])('reads %j as %j', (text, value) => {
    expect(cell(text).whole('points')).toBe(value)
  })

  it('reports line, column and value', () => {
    expect(() => cell('1.5').whole('points')).toThrow(
      'Line 7, column 2 (points): "1.5" is not a whole number from 0 to 1,000,000,000 in plain digits.',
    )
  })

  it('does not let a value distort the sentence', () => {
    expect(() => cell(`\u202e\u0007${'9'.repeat(400)}`).whole('points')).toThrow(
      `Line 7, column 2 (points): "${'9'.repeat(40)}…" is not`,
    )
  })
})

it('refuses missing values that are required', () => {
  expect(cell('5').givenWhole('points')).toBe(5)
  expect(cell('a').givenText('points')).toBe('a')
  expect(() => cell('').givenWhole('points')).toThrow('The cell is empty, but a value is required.')
  expect(() => cell('').givenText('points')).toThrow('Line 7, column 2 (points): ')
})

describe('day', () => {
  it.each(['2024-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (day) => {
    expect(cell(day).day('points')).toBe(day)
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
    expect(() => cell(day).day('points')).toThrow('is not a day written as YYYY-MM-DD')
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

  it('does not change a normalised login', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const login = normalisedLogin(text)
        expect(normalisedLogin(login)).toBe(login)
      }),
    )
  })
})

describe('flag', () => {
  it.each([
    ['true', true],
    ['FALSE', false],
    ['True', true],
    ['', null],
  ])('reads %j as %j', (text, value) => {
    expect(cell(text).flag('points')).toBe(value)
    expect(cell(text).flag('points', { legacy: true })).toBe(value)
  })

  it.each(['1', '0', 'yes', 'fals', 'truetrue', 'null'])('refuses %s', (text) => {
    expect(() => cell(text).flag('points')).toThrow(
      `Line 7, column 2 (points): "${text}" is neither true nor false.`,
    )
  })

  it('reads 1 and 0 in legacy files, and no other number', () => {
    expect(cell('1').flag('points', { legacy: true })).toBe(true)
    expect(cell('0').flag('points', { legacy: true })).toBe(false)
    expect(() => cell('2').flag('points', { legacy: true })).toThrow('neither')
  })

  it('is required if the caller requires it', () => {
    expect(cell('true').givenFlag('points')).toBe(true)
    expect(() => cell('').givenFlag('points')).toThrow(
      'The cell is empty, but a value is required.',
    )
  })
})

describe('instant', () => {
  it.each([
    ['2026-09-14T18:22:07.481Z', '2026-09-14T18:22:07.481Z'],
    ['2026-09-14T18:22:07Z', '2026-09-14T18:22:07.000Z'],
    ['2026-09-14T18:22:07.4Z', '2026-09-14T18:22:07.400Z'],
    ['2026-09-14T18:22:07.4819999Z', '2026-09-14T18:22:07.481Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
    ['', null],
  ])('reads %j as %j', (text, instant) => {
    expect(cell(text).instant('points')).toBe(instant)
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
    expect(() => cell(text).instant('points')).toThrow('is not a UTC time')
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

describe('secondsAsUs', () => {
  it.each([
    ['0', 0],
    ['88.412033', 88_412_033],
    ['73.118', 73_118_000],
    ['90.297371', 90_297_371],
    ['1000000000', 1_000_000_000_000_000],
    ['', null],
    ['-1', null],
    ['-1.000000', null],
    ['Tag doesnt exist', null],
  ])('reads %j as %j', (text, microseconds) => {
    expect(cell(text).secondsAsUs('points')).toBe(microseconds)
  })

  it.each(['-2', '1.1234567', '1e3', '.5', '5.', '1,5', 'NaN', '1000000000.000001', '+1', '01:02'])(
    'refuses %s',
    (text) => {
      expect(() => cell(text).secondsAsUs('points')).toThrow(
        `Line 7, column 2 (points): "${text}" is not a time in seconds`,
      )
    },
  )

  it('is exact', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(999_999), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(6, '0')}`
        fc.pre(whole < 1_000_000_000)
        expect(cell(text).secondsAsUs('points')).toBe(whole * 1_000_000 + fraction)
      }),
    )
  })
})

describe('clockAsUs', () => {
  it.each([
    ['01:12.880', 72_880_000],
    ['00:30.000', 30_000_000],
    ['100:00', 6_000_000_000],
    ['01:02:03.5', 3_723_500_000],
    ['41.2201', 41_220_100],
    ['-1', null],
    ['', null],
    ['Tag doesnt exist', null],
  ])('reads %j as %j', (text, microseconds) => {
    expect(cell(text).clockAsUs('points')).toBe(microseconds)
  })

  it.each(['1:60', '1:2:3:4', ':30', '1:', '-1:30'])('refuses %s', (text) => {
    expect(() => cell(text).clockAsUs('points')).toThrow('is not a time')
  })
})

describe('hundredths', () => {
  it.each([
    ['', null],
    ['64', 6_400],
    ['64.0', 6_400],
    ['40.5', 4_050],
    ['239.88000000000002', 23_988],
    ['239.87999999999997', 23_988],
    ['2.675', 268],
    ['2.6749', 267],
    ['0.005', 1],
    ['0.004999', 0],
    ['9.999', 1_000],
    ['5.551115123125783e-17', 0],
    ['9e-05', 0],
    ['1000000000', 100_000_000_000],
  ])('reads %j as %j', (text, value) => {
    expect(cell(text).hundredths('points')).toBe(value)
    expect(cell(text).hundredths('points', { negative: true })).toBe(value)
  })

  it.each([
    ['-12.5', -1_250],
    ['-0.0', 0],
    ['-0', 0],
    ['-0.005', 0],
    ['-0.0050', 0],
    ['-0.0051', -1],
    ['-0.006', -1],
    ['-239.88000000000002', -23_988],
    ['-5.551115123125783e-17', 0],
  ])('reads %j as %j if it may be negative', (text, value) => {
    expect(cell(text).hundredths('points', { negative: true })).toBe(value)
  })

  it.each(['nan', 'inf', '1e5', '9e-02', '1,5', '.5', '5.', '+5', '1000000000.01', '٣', '0x1'])(
    'refuses %s',
    (text) => {
      expect(() => cell(text).hundredths('points', { negative: true })).toThrow(
        `Line 7, column 2 (points): "${text}" is not a number from`,
      )
    },
  )

  it('refuses negative numbers unless allowed', () => {
    expect(() => cell('-1').hundredths('points')).toThrow('from 0 to 1,000,000,000')
  })

  it('removes the error that a sum of binary fractions leaves', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 })), (points) => {
        const sum = points.reduce((all, value) => all + value / 100, 0)
        const exact = points.reduce((all, value) => all + value, 0)
        expect(cell(String(sum)).hundredths('points', { negative: true })).toBe(exact + 0)
      }),
    )
  })
})
