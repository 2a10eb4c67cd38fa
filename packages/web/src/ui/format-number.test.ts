import { expect, test } from 'vitest'
import {
  alignedFormat,
  formatBytes,
  formatCount,
  formatNumber,
  formatPercent,
  numberFormat,
  UNKNOWN,
} from './format-number.ts'

test('groups thousands as in en-US', () => {
  expect(formatNumber(1_284_331)).toBe('1,284,331')
  expect(formatNumber(239.88000000000002)).toBe('239.88')
})

test.each([
  [0, '0%'],
  [1 / 3, '33.3%'],
  [0.0055, '0.6%'],
  [1, '100%'],
])('%d is %s', (part, shown) => {
  expect(formatPercent(part)).toBe(shown)
})

test('picks the form of the noun that goes with the count', () => {
  const forms = { one: 'event', other: 'events' }
  expect([0, 1, 1200].map((count) => formatCount(count, forms))).toEqual([
    '0 events',
    '1 event',
    '1,200 events',
  ])
})

test('writes points with two decimals if any row of a board has decimals', () => {
  expect(alignedFormat([1234, null])(1234)).toBe('1,234')
  expect(alignedFormat([2, 0.5])(2)).toBe('2.00')
})

test('shows a dash for unknown values, and only for those', () => {
  expect(formatNumber(null)).toBe(UNKNOWN)
  expect(numberFormat({ min: 2, max: 2 })(null)).toBe(UNKNOWN)
  expect(formatNumber(0)).toBe('0')
})

test.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1025, '2 kB'],
  [1024 * 1024, '1.0 MB'],
  [200 * 1024 * 1024, '200.0 MB'],
  [1500 * 1024 * 1024, '1,500.0 MB'],
])('%i bytes are %s', (sizeBytes, shown) => {
  expect(formatBytes(sizeBytes)).toBe(shown)
})
