import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A list that is too long for one string: its JSON is sent piece by piece, as fast as the connection accepts it. */
export class StreamedList<Item> {
  /** Exists only for the compiler. */
  declare readonly answer: Item[]
  readonly #pieces: AsyncIterable<string>

  /** @param pieces the JSON, already checked against the items' schema */
  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces
  }

  send(reply: FastifyReply): Readable {
    reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
    return Readable.from(this.#pieces, { objectMode: false })
  }
}
