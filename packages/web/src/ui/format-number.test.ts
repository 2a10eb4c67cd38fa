import { expect, test } from 'vitest'
import { formatBytes, formatNumber, numberFormat, UNKNOWN } from './format-number.ts'

test('groups thousands as in en-US', () => {
  expect(formatNumber(1_284_331)).toBe('1,284,331')
  expect(formatNumber(239.88000000000002)).toBe('239.88')
})

test('has as many decimals as the caller wants', () => {
  expect(numberFormat({ min: 2, max: 2 })(304.9)).toBe('304.90')
  expect(numberFormat({ min: 0, max: 3 })(0.1236)).toBe('0.124')
  expect(numberFormat({ min: 2, max: 2 })(0)).toBe('0.00')
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
