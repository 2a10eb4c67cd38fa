/**
 * What racers have done, kept in memory while they look at it: one visit asks for it in many ways. It is
 * shown only where the database says with the same call that it still holds, so nothing old ever is.
 */
import { LRUCache } from 'lru-cache'
import type { Db } from '../../app-context.ts'
import type { SignedIn } from '../../http/access.ts'
import { WrittenAnswer } from '../../http/serve-endpoint.ts'
import { findSnapshotUnchanged, type ReadRacer, readRacer } from './queries.ts'
import type { Racer } from './racer.ts'

/** All racers together; a row with what is written of it takes some 400 bytes. */
const MOST_ROWS = 100_000
/** A visit's calls come within this. */
const KEPT_MS = 60_000

class KeptRacer implements ReadRacer {
  readonly racer: Racer
  readonly readAt: Date
  readonly basis: string
  snapshot: string
  readonly #written = new Map<string, WrittenAnswer<unknown>>()

  constructor({ racer, readAt, basis, snapshot }: ReadRacer) {
    this.racer = racer
    this.readAt = readAt
    this.basis = basis
    this.snapshot = snapshot
  }

  /**
   * An answer that follows from the racer alone, written once for as long as they are kept.
   *
   * @param question its name: the same one always has the same answer
   */
  write<Answer>(question: string, answerOf: (racer: Racer) => Answer): WrittenAnswer<Answer> {
    const known = this.#written.get(question)
    if (known !== undefined) {
      // Who wrote it under this name had the same kind of answer.
      return known as WrittenAnswer<Answer>
    }
    const written = new WrittenAnswer(answerOf(this.racer))
    this.#written.set(question, written)
    return written
  }
}

export interface KeptRacers {
  /** What a user has raced, as the database had it with that snapshot, or has it by now. */
  find(asked: Pick<SignedIn, 'userId' | 'snapshot'>): Promise<KeptRacer>
}

export function keepRacers(db: Db): KeptRacers {
  const kept = new LRUCache<number, KeptRacer>({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ racer }) => racer.rows.length + 1,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  })
  const underWay = new Map<number, Promise<KeptRacer>>()

  function read(userId: number): Promise<KeptRacer> {
    const reading = readRacer(db, userId)
      .then((answer) => {
        const racer = new KeptRacer(answer)
        kept.set(userId, racer)
        return racer
      })
      .finally(() => underWay.delete(userId))
    underWay.set(userId, reading)
    return reading
  }

  return {
    async find({ userId, snapshot }) {
      // It may have begun before something that this caller knows to be written; whether it failed is
      // its own caller's matter.
      await Promise.allSettled([underWay.get(userId)])
      const known = kept.get(userId)
      if (known?.snapshot === snapshot) {
        return known
      }
      const unchanged = known && (await findSnapshotUnchanged(db, userId, known))
      if (known && unchanged) {
        known.snapshot = unchanged
        return known
      }
      // Whatever has been read or is being read by now was begun after this call.
      const latest = kept.get(userId)
      return latest !== undefined && latest !== known
        ? latest
        : (underWay.get(userId) ?? read(userId))
    },
  }
}
