import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** An answer that is a list too long for one text: its JSON is sent piece by piece, as the connection takes it. */
export class StreamedList<Item> {
  /** Known to the compiler only. */
  declare readonly answer: Item[]
  readonly #pieces: AsyncIterable<string>

  /** @param pieces JSON, checked by the schema of the items */
  constructor(pieces: AsyncIterable<string>) {
    this.#pieces = pieces
  }

  send(reply: FastifyReply): Readable {
    reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
    return Readable.from(this.#pieces, { objectMode: false })
  }
}
