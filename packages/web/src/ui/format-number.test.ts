import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alignedFormat,
  formatBytes,
  formatNumber,
  formatPercent,
  numberFormat,
  UNKNOWN,
} from './format-number.ts'

test('groups thousands as in en-US', () => {
  expect(formatNumber(1_284_331)).toBe('1,284,331')
  expect(formatNumber(239.88000000000002)).toBe('239.88')
})

test('has as many decimals as the caller wants', () => {
  expect(numberFormat({ min: 2, max: 2 })(304.9)).toBe('304.90')
  expect(numberFormat({ min: 0, max: 3 })(0.1236)).toBe('0.124')
  expect(numberFormat({ min: 2, max: 2 })(0)).toBe('0.00')
})

test.each([
  { min: 0, max: 2 },
  { min: 2, max: 2 },
  { min: 1, max: 1 },
  { min: 0, max: 3 },
])('writes with $min to $max decimals what Intl.NumberFormat does', ({ min, max }) => {
  const format = numberFormat({ min, max })
  const standard = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
  })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        // Halves of the last decimal, which a binary fraction misses by a hair.
        fc.integer({ min: -10_000_000, max: 10_000_000 }).map((thousandths) => thousandths / 1000),
      ),
      (value) => format(value) === standard.format(value || 0),
    ),
    { numRuns: 2000 },
  )
})

test.each([
  [0, '0%'],
  [0.07, '7%'],
  [1 / 3, '33.3%'],
  [0.0055, '0.6%'],
  [1, '100%'],
])('%d is %s', (part, shown) => {
  expect(formatPercent(part)).toBe(shown)
})

test('writes points with two decimals where any row of a board has some', () => {
  expect(alignedFormat([1234, null])(1234)).toBe('1,234')
  expect(alignedFormat([2, 0.5])(2)).toBe('2.00')
})

test('shows a dash for what is not known, and only for that', () => {
  expect(formatNumber(null)).toBe(UNKNOWN)
  expect(numberFormat({ min: 2, max: 2 })(null)).toBe(UNKNOWN)
  expect(formatNumber(0)).toBe('0')
})

test.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1025, '2 KB'],
  [1024 * 1024, '1.0 MB'],
  [200 * 1024 * 1024, '200.0 MB'],
  [1500 * 1024 * 1024, '1,500.0 MB'],
])('%i bytes are %s', (sizeBytes, shown) => {
  expect(formatBytes(sizeBytes)).toBe(shown)
})
