/** Loading a page's script: with an end, and with an error that the error page can tell from others. */

export const CHUNK_TIMEOUT_MS = 120_000

export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/**
 * The router follows a redirect only once the page it leads away from has loaded, or failed. What is
 * asked for this soon after such a failure belongs to the same navigation, whose time is over.
 */
const REDIRECT_MS = 1000

let timedOutAt = Number.NEGATIVE_INFINITY

export async function loadChunk<M>(
  load: () => Promise<M>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const isTimeOver = performance.now() - timedOutAt < REDIRECT_MS
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        if (!isTimeOver) timedOutAt = performance.now()
        reject(new Error('timed out'))
      },
      isTimeOver ? 0 : timeoutMs,
    )
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (cause) {
    throw new ChunkError('A part of the page did not load.', { cause })
  } finally {
    clearTimeout(timer)
  }
}
