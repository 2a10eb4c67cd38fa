import { expect, test } from 'vitest'
import { formatAverage, formatNumber, UNKNOWN } from './format-number.ts'

test('groups thousands as in en-US', () => {
  expect(formatNumber(1_284_331)).toBe('1,284,331')
  expect(formatNumber(239.88000000000002)).toBe('239.88')
})

test('gives averages two decimals', () => {
  expect(formatAverage(304.9)).toBe('304.90')
  expect(formatAverage(0)).toBe('0.00')
})

test('shows a dash for what is not known, and only for that', () => {
  expect(formatNumber(null)).toBe(UNKNOWN)
  expect(formatAverage(null)).toBe(UNKNOWN)
  expect(formatNumber(0)).toBe('0')
})
