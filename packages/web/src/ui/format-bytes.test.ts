import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1025, '2 KB'],
  [1024 * 1024, '1.0 MB'],
  [200 * 1024 * 1024, '200.0 MB'],
  [1500 * 1024 * 1024, '1,500.0 MB'],
])('%i is %s', (sizeBytes, shown) => {
  expect(formatBytes(sizeBytes)).toBe(shown)
})
