import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkError, loadPage } from './load-chunk.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('returns what was loaded', async () => {
  await expect(loadPage(async () => 'page')).resolves.toBe('page')
})

test('reports a failure as a chunk that did not load', async () => {
  const failing = loadPage(() => Promise.reject(new TypeError('404')))
  await expect(failing).rejects.toBeInstanceOf(ChunkError)
})

const never = () => new Promise<never>(() => undefined)

/** How long it waits before it gives up on a chunk. */
async function measureWait(): Promise<number> {
  const startedAt = performance.now()
  const failed = loadPage(never).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ChunkError)
    return performance.now() - startedAt
  })
  await vi.runAllTimersAsync()
  return failed
}

test('neither waits for ever nor waits twice for a page behind a redirect', async () => {
  expect(await measureWait()).toBe(CHUNK_TIMEOUT_MS)
  expect(await measureWait()).toBe(0)
  const loaded = loadPage(async () => 'page')
  await expect(loaded).resolves.toBe('page')
  await vi.advanceTimersByTimeAsync(2000)
  expect(await measureWait()).toBe(CHUNK_TIMEOUT_MS)
})
