import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Card } from './card.ts'
import { cardVersion, type Pictures } from './pictures.ts'

/** Answers with the picture; draws it only if the caller does not have it yet. Search engines must not list it. */
export async function sendCard(
  card: Card,
  { request, reply, draw }: { request: FastifyRequest; reply: FastifyReply; draw: Pictures },
): Promise<FastifyReply> {
  const etag = `"${cardVersion(card)}"`
  reply.headers({ etag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
  if (request.headers['if-none-match'] === etag) {
    return reply.code(304).send()
  }
  const png = await draw(card)
  return reply.type('image/png').send(Buffer.from(png.buffer))
}
