/** Share pictures, drawn in a separate thread. Recent pictures are cached. */
import { hash } from 'node:crypto'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import { MIB } from '../../limits.ts'
import { OwnThread } from '../../own-thread.ts'
import { makeTurns } from '../events/turns.ts'
import type { Card } from './card.ts'

const MOST_BYTES = 32 * MIB
/** Each picture takes about 200 ms. Events and channels take turns. */
const PER_OWNER = { maxWaiting: 20, refusal: 'pictures_busy' } as const
const IDLE_MS = 60_000

export type Pictures = (card: Card) => Promise<Uint8Array>

export interface PictureQueues {
  /** @param owner an event, a channel, or a racer */
  inTurn(owner: string): Pictures
  /** For the server's own posts, which are few and never wait for viewers' pictures. */
  forPosts: Pictures
}

export function openPictures({ changes }: Pick<AppContext, 'changes'>): PictureQueues {
  const thread = new OwnThread<Card, Uint8Array>(new URL('./drawing-thread.ts', import.meta.url), {
    idleMs: IDLE_MS,
  })
  const drawn = new CachedValues<Uint8Array>(changes, {
    maxSize: MOST_BYTES,
    measure: (png) => png.length,
  })
  // One at a time, so that only posts use the thread's own queue.
  const takeTurns = makeTurns(1, PER_OWNER)
  return {
    inTurn: (owner) => async (card) =>
      drawn.get({
        key: cardVersion(card),
        concerns: [],
        load: () => takeTurns(owner, () => thread.ask(card)),
      }),
    forPosts: (card) => thread.ask(card),
  }
}

/** Made only from what the picture shows, so it does not reveal anything hidden. */
export const cardVersion = (card: Card): string => hash('sha1', JSON.stringify(card), 'hex')
