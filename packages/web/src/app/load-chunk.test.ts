import { expect, test } from 'vitest'
import { ChunkError, loadChunk } from './load-chunk.ts'

test('gives what was loaded', async () => {
  await expect(loadChunk(async () => 'page')).resolves.toBe('page')
})

test('says of a failure that a chunk did not load', async () => {
  const failing = loadChunk(() => Promise.reject(new TypeError('404')))
  await expect(failing).rejects.toBeInstanceOf(ChunkError)
})

test('does not wait for ever', async () => {
  const hanging = loadChunk(() => new Promise(() => undefined), 5)
  await expect(hanging).rejects.toBeInstanceOf(ChunkError)
})
