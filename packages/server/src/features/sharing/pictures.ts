/** Share pictures, drawn in a thread of their own; what was drawn lately is kept. */
import { hash } from 'node:crypto'
import type { AppContext } from '../../app-context.ts'
import { CachedValues } from '../../changes/cached-values.ts'
import { MIB } from '../../limits.ts'
import { OwnThread } from '../../own-thread.ts'
import { turnsOf } from '../events/turns.ts'
import type { Card } from './card.ts'

const MOST_BYTES = 32 * MIB
/** Of some 200 ms each; events take turns. */
const OF_EVENTS = {
  maxWaiting: 20,
  refusal: 'Too many pictures of this event are wanted at the moment.',
}
const IDLE_MS = 60_000

export type Pictures = (card: Card) => Promise<Uint8Array>

export interface PictureQueues {
  ofEvent(eventId: number): Pictures
  /** For what the server posts itself: a few, which never wait for viewers. */
  ofPosts: Pictures
}

export function openPictures({ changes }: Pick<AppContext, 'changes'>): PictureQueues {
  const thread = new OwnThread<Card, Uint8Array>(new URL('./drawing-thread.ts', import.meta.url), {
    idleMs: IDLE_MS,
  })
  const drawn = new CachedValues<Uint8Array>(changes, {
    maxSize: MOST_BYTES,
    sizeOf: (png) => png.length,
  })
  // One at a time, so that the thread's own queue holds posts only.
  const takeTurns = turnsOf(1, OF_EVENTS)
  return {
    ofEvent: (eventId) => async (card) =>
      drawn.get({
        key: versionOf(card),
        concerns: [],
        load: () => takeTurns(eventId, () => thread.ask(card)),
      }),
    ofPosts: (card) => thread.ask(card),
  }
}

/** Made of what the picture shows and of nothing else, so it tells nothing that is hidden. */
export const versionOf = (card: Card): string => hash('sha1', JSON.stringify(card), 'hex')
