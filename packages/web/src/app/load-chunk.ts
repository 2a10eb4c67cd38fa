/** Loading a page's script: with an end, and with an error that the error page can tell from others. */

export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

export async function loadChunk<M>(
  load: () => Promise<M>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), timeoutMs)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (cause) {
    throw new ChunkError('A part of the page did not load.', { cause })
  } finally {
    clearTimeout(timer)
  }
}
