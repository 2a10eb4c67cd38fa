/** Serves the picture of a page, and makes the head of the page, from which other sites make a link's preview. */
import type { Endpoint, ParamsOf, QueryOf } from '@rollcall/contract/endpoint'
import { addressOf, cardOf, PAGES, type PageWithCard } from '@rollcall/contract/pages'
import { paramsAt } from '@rollcall/contract/places'
import type { PlainProblemCode } from '@rollcall/contract/problems/all'
import { CARDS } from '@rollcall/contract/sharing'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { ApiError } from '../../edge/api-error.ts'
import { isStorable } from '../../edge/input-rules.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { MakeHead } from '../../edge/static-pages.ts'
import type { Card } from './card.ts'
import { makeTags } from './page-tags.ts'
import { cardVersion, type Pictures } from './pictures.ts'

/** What a page's address asks for, as its picture's does. */
interface Params<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
}

export interface PageCard<Name extends PageWithCard, Found> {
  page: Name
  /** Why there is no picture if nothing public is found. */
  missing: PlainProblemCode
  find(asked: Params<(typeof CARDS)[Name]>): Promise<Found | null>
  draw(found: Found): Card | Promise<Card>
  /** The caller; their pictures are drawn one after the other. */
  ownerOf(found: Found): string
  /** The page's own parameters, where several addresses lead to it. */
  params?(found: Found): Readonly<Record<string, string>>
  /** What the address needs beside them, so that others see the same. */
  query?(found: Found, card: Card): Readonly<Record<string, string>>
  /** Whether search engines may list a page that they otherwise may not. */
  isListed?(found: Found): boolean
  /** Whether a request of the page counts as one of a picture, since there are as many as anybody makes up. */
  isCounted?(asked: Params<(typeof CARDS)[Name]>): boolean
}

export function servePageCard<Name extends PageWithCard, Found>(
  { serve, config, pictures }: { serve: Serve; config: Config; pictures: Pictures },
  card: PageCard<Name, Found>,
): MakeHead {
  const page = PAGES[card.page]
  const endpoint = CARDS[card.page]

  serve(endpoint as Endpoint & (typeof CARDS)[Name], async ({ params, query, request, reply }) => {
    const found = await card.find({ params, query })
    if (found === null) {
      throw new ApiError(card.missing)
    }
    const draw = (picture: Card) => pictures.draw(picture, card.ownerOf(found))
    return sendCard(await card.draw(found), { request, reply, draw })
  })

  return async (request) => {
    const asked = readAddress<Name>(card.page, request.url)
    if (asked === null) {
      return null
    }
    if (card.isCounted?.(asked)) {
      await request.countFor('pictures')
    }
    const found = await card.find(asked)
    if (found === null) {
      return null
    }
    const drawn = await card.draw(found)
    const params = card.params?.(found) ?? asked.params
    const query = card.query?.(found, drawn) ?? {}
    return {
      tags: makeTags(drawn, {
        config,
        page: addressOf(page, params) + searchOf(query),
        picture: addressOf(cardOf(page), params) + searchOf({ ...query, v: cardVersion(drawn) }),
      }),
      isListed: card.isListed?.(found) ?? false,
    }
  }
}

/** null if the page has no such address. What the query has beside, or wrongly, is left out. */
function readAddress<Name extends PageWithCard>(
  name: Name,
  url: string,
): Params<(typeof CARDS)[Name]> | null {
  const endpoint: Endpoint = CARDS[name]
  const texts = paramsAt(PAGES[name], url)
  const params = z.safeParse(endpoint.params ?? z.object({}), texts)
  if (!params.success || !Object.values(Object(texts)).every((text) => isStorable(String(text)))) {
    return null
  }
  const search = new URLSearchParams(/\?(.*)/s.exec(url)?.[1])
  const fields = endpoint.query instanceof z.ZodMiniObject ? endpoint.query.shape : {}
  const query = Object.entries(fields).map(([field, schema]) => {
    const text = search.get(field)
    const given = z.safeParse(schema, text !== null && isStorable(text) ? text : undefined)
    return [field, given.success ? given.data : z.parse(schema, undefined)]
  })
  return { params: params.data, query: Object.fromEntries(query) } as Params<(typeof CARDS)[Name]>
}

function searchOf(query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search && `?${search}`
}

/** Answers with the picture; draws it only if the caller does not have it yet. Search engines must not list it. */
async function sendCard(
  card: Card,
  {
    request,
    reply,
    draw,
  }: { request: FastifyRequest; reply: FastifyReply; draw: (card: Card) => Promise<Uint8Array> },
): Promise<FastifyReply> {
  const etag = `"${cardVersion(card)}"`
  reply.headers({ etag, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
  if (request.headers['if-none-match'] === etag) {
    return reply.code(304).send()
  }
  const png = await draw(card)
  return reply.type('image/png').send(Buffer.from(png.buffer))
}
