import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, loadPage } from './load-chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('gives what was loaded', async () => {
  await expect(loadPage(async () => 'page')).resolves.toBe('page')
})

test('says of a failure that a chunk did not load', async () => {
  const failing = loadPage(() => Promise.reject(new TypeError('404')))
  await expect(failing).rejects.toBeInstanceOf(ChunkError)
})

const never = () => new Promise<never>(() => undefined)

/** How long until it is told that a chunk does not come. */
async function timeUntilTold(): Promise<number> {
  const startedAt = performance.now()
  const told = loadPage(never).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ChunkError)
    return performance.now() - startedAt
  })
  await vi.runAllTimersAsync()
  return told
}

test('does not wait for ever, nor twice for a page behind a redirect', async () => {
  expect(await timeUntilTold()).toBe(CHUNK_TIMEOUT_MS)
  expect(await timeUntilTold()).toBe(0)
  const loaded = loadPage(async () => 'page')
  await expect(loaded).resolves.toBe('page')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await timeUntilTold()).toBe(CHUNK_TIMEOUT_MS)
})
