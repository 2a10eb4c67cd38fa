/** Share pictures, drawn in a thread of their own; what was drawn lately is kept. */
import { hash } from 'node:crypto'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import { ApiError } from '../../http/api-error.ts'
import { MIB } from '../../limits.ts'
import { OwnThread } from '../../own-thread.ts'
import type { Card } from './card.ts'

const MOST_BYTES = 32 * MIB
/** Of some 200 ms each. */
const MOST_WAITING = 20
const IDLE_MS = 60_000

export type Pictures = (card: Card) => Promise<Uint8Array>

export function openPictures({ changes }: Pick<AppContext, 'changes'>): Pictures {
  const thread = new OwnThread<Card, Uint8Array>(new URL('./drawing-thread.ts', import.meta.url), {
    idleMs: IDLE_MS,
  })
  const drawn = new CachedValues<Uint8Array>(changes, {
    maxSize: MOST_BYTES,
    sizeOf: (png) => png.length,
  })
  const draw = async (card: Card) => {
    if (thread.waiting >= MOST_WAITING) {
      throw new ApiError('busy', 'Too many pictures are wanted at the moment.', {
        headers: { 'retry-after': '5' },
      })
    }
    return thread.ask(card)
  }
  return async (card) => drawn.get({ key: versionOf(card), concerns: [], load: () => draw(card) })
}

/** Made of what the picture shows and of nothing else, so it tells nothing that is hidden. */
export const versionOf = (card: Card): string => hash('sha1', JSON.stringify(card), 'hex')
