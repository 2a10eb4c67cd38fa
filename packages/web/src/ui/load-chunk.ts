/** Loads scripts when they are needed, with a time limit. */
import { tabStore } from '#storage'

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
  /** Whether the site has been updated, so that the address, loaded whole, brings the chunk's successor. */
  readonly isOutdated: boolean

  constructor({ isOutdated, cause }: { isOutdated: boolean; cause: unknown }) {
    super(undefined, { cause })
    this.isOutdated = isOutdated
  }
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
    throw new ChunkError({ isOutdated: !isTooLate && (await isNewBuild()), cause })
  }
}

const ENTRY = /<script type="module"[^>]* src="([^"]+)"/
const FRONT_PAGE_TIMEOUT_MS = 10_000
/** The newest build for which this tab has loaded an address whole. */
const LOADED_FOR_KEY = 'loadedForBuild'

/**
 * Whether the site now has another build than this page; true once for each build, because servers of two builds may
 * answer in turn.
 */
async function isNewBuild(): Promise<boolean> {
  const current = await findCurrentEntry()
  if (current === null || tabStore.read(LOADED_FOR_KEY) === current) return false
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (current === own) return false
  return tabStore.write(LOADED_FOR_KEY, current)
}

/** The script that the site's pages begin with; null if the site does not answer. */
async function findCurrentEntry(): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(FRONT_PAGE_TIMEOUT_MS)
    const answer = await fetch('/', { cache: 'no-store', credentials: 'omit', signal })
    return ENTRY.exec(await answer.text())?.[1] ?? null
  } catch {
    // Offline: the page cannot be loaded whole either.
    return null
  }
}
