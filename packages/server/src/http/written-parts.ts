/** Answers too large to make for each caller are joined from parts compressed once (decision 034). */
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, crc32, createGunzip, deflateRaw } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const deflate = promisify(deflateRaw)

const PORTION_CHARACTERS = 128 * 1024

/** JSON, compressed so that more may follow. */
export interface WrittenPart {
  deflated: Buffer
  sizeBytes: number
  checksum: number
  hash: string
}

/** @param json in pieces, which are made when they are wanted; between them others are answered */
export async function writePart(json: Iterable<string>): Promise<WrittenPart> {
  const portions: Buffer[] = []
  let text = ''
  for (const piece of json) {
    text += piece
    if (text.length > PORTION_CHARACTERS) {
      portions.push(Buffer.from(text))
      text = ''
      await nextTurn()
    }
  }
  portions.push(Buffer.from(text))
  const bytes = Buffer.concat(portions)
  return {
    deflated: await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
    sizeBytes: bytes.length,
    checksum: crc32(bytes),
    hash: hash('sha1', bytes, 'base64'),
  }
}

export class WrittenList<Item> {
  /** Known to the compiler only. */
  declare readonly answer: Item[]
  readonly #parts: readonly WrittenPart[]

  constructor(parts: readonly WrittenPart[]) {
    this.#parts = parts
  }

  get etag(): string {
    return `W/"${hash('sha1', this.#parts.map((part) => part.hash).join(), 'base64')}"`
  }

  send(request: FastifyRequest, reply: FastifyReply): unknown {
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      etag: this.etag,
      vary: 'accept-encoding',
    })
    if (request.headers['if-none-match'] === this.etag) {
      reply.code(304)
      return ''
    }
    const gzip = Readable.from(this.gzip(), { objectMode: false })
    if (!takesGzip(request)) {
      return gzip.pipe(createGunzip())
    }
    reply.header('content-encoding', 'gzip')
    return gzip
  }

  /** The whole answer, piece by piece (RFC 1952). */
  *gzip(): Generator<Buffer> {
    let checksum = 0
    let sizeBytes = 0
    const add = (part: Pick<WrittenPart, 'checksum' | 'sizeBytes'>) => {
      checksum = joined(checksum, part)
      sizeBytes += part.sizeBytes
    }
    yield GZIP_HEADER
    for (const [index, part] of this.#parts.entries()) {
      const sign = index === 0 ? BEGIN : COMMA
      yield sign.deflated
      yield part.deflated
      add(sign)
      add(part)
    }
    const end = this.#parts.length === 0 ? EMPTY : END
    yield end.deflated
    add(end)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(checksum, 0)
    trailer.writeUInt32LE(sizeBytes % 2 ** 32, 4)
    yield trailer
  }
}

export function takesGzip({ headers }: FastifyRequest): boolean {
  return TAKES_GZIP.test(headers['accept-encoding'] ?? '')
}

const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

/** No name, no time, an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const BEGIN = stored('[')
const COMMA = stored(',')
const END = stored(']', { isLast: true })
const EMPTY = stored('[]', { isLast: true })

/** A few characters as they are (RFC 1951, 3.2.4). */
function stored(text: string, { isLast = false } = {}) {
  const bytes = Buffer.from(text)
  const head = [isLast ? 1 : 0, bytes.length, 0, 0xff - bytes.length, 0xff]
  return {
    deflated: Buffer.from([...head, ...bytes]),
    sizeBytes: bytes.length,
    checksum: crc32(bytes),
  }
}

/** The divisor of CRC-32; in it and in all others below, the highest bit stands for x to the power of 0. */
const DIVISOR = 0xedb88320
const ONE = 0x80000000
const X_TO_THE_8TH = 0x00800000

/** The checksum of what has the checksum `before`, and then the part: the former times x^(8 size), plus the latter. */
function joined(before: number, part: Pick<WrittenPart, 'checksum' | 'sizeBytes'>): number {
  let power = ONE
  let square = X_TO_THE_8TH
  for (let size = part.sizeBytes; size > 0; size = Math.floor(size / 2)) {
    if (size % 2 === 1) {
      power = product(power, square)
    }
    square = product(square, square)
  }
  return (product(before, power) ^ part.checksum) >>> 0
}

/** Of two polynomials over two elements, modulo the divisor. */
function product(a: number, b: number): number {
  let sum = 0
  let shifted = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) {
      sum ^= shifted
    }
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ DIVISOR
  }
  return sum >>> 0
}
