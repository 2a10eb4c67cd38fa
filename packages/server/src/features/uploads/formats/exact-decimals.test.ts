import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockAsMicroseconds, hundredths, secondsAsMicroseconds } from './exact-decimals.ts'

const row = (cell: string) => ({ line: 7, cells: ['x', cell] })

describe('secondsAsMicroseconds', () => {
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
    expect(secondsAsMicroseconds(row(text), 1)).toBe(microseconds)
  })

  it.each(['-2', '1.1234567', '1e3', '.5', '5.', '1,5', 'NaN', '1000000000.000001', '+1', '01:02'])(
    'refuses %s',
    (text) => {
      expect(() => secondsAsMicroseconds(row(text), 1, 'Time')).toThrow(
        `Line 7, column 2 (Time): "${text}" is not a time in seconds`,
      )
    },
  )

  it('is exact', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(999_999), (whole, fraction) => {
        const text = `${whole}.${String(fraction).padStart(6, '0')}`
        fc.pre(whole < 1_000_000_000)
        expect(secondsAsMicroseconds(row(text), 1)).toBe(whole * 1_000_000 + fraction)
      }),
    )
  })
})

describe('clockAsMicroseconds', () => {
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
    expect(clockAsMicroseconds(row(text), 1)).toBe(microseconds)
  })

  it.each(['1:60', '1:2:3:4', ':30', '1:', '-1:30'])('refuses %s', (text) => {
    expect(() => clockAsMicroseconds(row(text), 1)).toThrow('is not a time')
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
    expect(hundredths(row(text), 1)).toBe(value)
    expect(hundredths(row(text), 1, 'points', { negative: true })).toBe(value)
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
  ])('reads %j as %j where it may be negative', (text, value) => {
    expect(hundredths(row(text), 1, 'points', { negative: true })).toBe(value)
  })

  it.each(['nan', 'inf', '1e5', '9e-02', '1,5', '.5', '5.', '+5', '1000000000.01', '٣', '0x1'])(
    'refuses %s',
    (text) => {
      expect(() => hundredths(row(text), 1, 'points', { negative: true })).toThrow(
        `Line 7, column 2 (points): "${text}" is not a number from`,
      )
    },
  )

  it('refuses less than 0 unless it may be', () => {
    expect(() => hundredths(row('-1'), 1)).toThrow('from 0 to 1,000,000,000')
  })

  it('undoes what a sum of binary fractions leaves behind', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 })), (points) => {
        const sum = points.reduce((all, value) => all + value / 100, 0)
        const exact = points.reduce((all, value) => all + value, 0)
        expect(hundredths(row(String(sum)), 1, '', { negative: true })).toBe(exact + 0)
      }),
    )
  })
})
