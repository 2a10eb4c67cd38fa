/** Share pictures, drawn in a separate thread. Recent pictures are cached. */
import { hash } from 'node:crypto'
import type { AppContext } from '../../edge/app-context.ts'
import { Turns } from '../../edge/turns.ts'
import { MIB } from '../../limits.ts'
import { CachedValues } from '../../platform/changes/cached-values.ts'
import { OwnThread } from '../../platform/own-thread.ts'
import type { Card } from './card.ts'

const MOST_BYTES = 32 * MIB
/** Each picture takes about 200 ms. Events and channels take turns. */
const PER_OWNER = { maxWaiting: 20, refusal: 'pictures_busy' } as const
const IDLE_MS = 60_000

export class Pictures {
  readonly #thread = new OwnThread<Card, Uint8Array>(
    new URL('./drawing-thread.ts', import.meta.url),
    { idleMs: IDLE_MS },
  )
  /** One at a time, so that only posts use the thread's own queue. */
  readonly #turns = new Turns(1, PER_OWNER)
  readonly #drawn: CachedValues<Uint8Array>

  constructor({ changes }: Pick<AppContext, 'changes'>) {
    this.#drawn = new CachedValues(changes, { maxSize: MOST_BYTES, measure: (png) => png.length })
  }

  /** @param owner an event, a channel, or a racer */
  async draw(card: Card, owner: string): Promise<Uint8Array> {
    return this.#drawn.get({
      key: cardVersion(card),
      tags: [],
      load: () => this.#turns.run(owner, () => this.#thread.ask(card)),
    })
  }

  /** For the server's own posts, which are few and never wait for viewers' pictures. */
  drawForPost(card: Card): Promise<Uint8Array> {
    return this.#thread.ask(card)
  }
}

/** Made only from what the picture shows, so it does not reveal anything hidden. */
export const cardVersion = (card: Card): string => hash('sha1', JSON.stringify(card), 'hex')
