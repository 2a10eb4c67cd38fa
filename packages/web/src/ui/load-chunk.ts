/** Loads scripts when they are needed, with a time limit. */

export const CHUNK_TIMEOUT_MS = 120_000

/** Loads a part of a page. */
export async function loadPart<M>(
  load: () => Promise<M>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<M> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('timed out', 'TimeoutError')), timeoutMs)
  })
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells the error page that a chunk did not load. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

/**
 * The router follows a redirect only after the redirecting page has loaded or failed. A page requested this soon
 * after a timeout belongs to the same navigation, whose time is up.
 */
const REDIRECT_MS = 1000

let timedOutAt = Number.NEGATIVE_INFINITY

/** @throws {ChunkError} if the page fails to load, or takes too long */
export async function loadPage<M>(load: () => Promise<M>): Promise<M> {
  const isTimeOver = performance.now() - timedOutAt < REDIRECT_MS
  try {
    return await loadPart(load, isTimeOver ? 0 : CHUNK_TIMEOUT_MS)
  } catch (cause) {
    const isTooLate = cause instanceof DOMException && cause.name === 'TimeoutError'
    if (isTooLate && !isTimeOver) timedOutAt = performance.now()
    throw new ChunkError('A part of the page did not load.', { cause })
  }
}
