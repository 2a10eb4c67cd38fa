import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** The host of the platform's profile pictures: the only foreign host that pages load from. */
const PICTURE_HOSTS = ['https://static-cdn.jtvnw.net']

const PAGE_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Mantine sets custom properties in style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', ...PICTURE_HOSTS],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Pages that other sites and OBS embed: events' public pages, and overlays. Search engines must not list them. */
const SHOWN_ELSEWHERE = /^\/(?:e|overlay\/[a-z]+)\/[^/?]+\/?(?:\?|$)/

/** Boards in pages of other sites. */
const EMBEDDED = /^\/embed\/(?:c|e|seasons)\/[^/?]+\/?(?:\?|$)/

/** An embedded board may run our scripts, ask us and open tabs, and nothing else. */
const EMBED_POLICY = {
  ...PAGE_POLICY,
  formAction: ["'none'"],
  frameAncestors: ['*'],
  sandbox: ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'],
}

/** Pages of single games and of racers. Racers may not want search engines to find them. */
const NOT_LISTED = /^\/[gr]\//

const NO_INDEX = { 'x-robots-tag': 'noindex' }

/** For answers that are not pages: if a browser opens one as a page, it can do nothing. */
const CALL_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const forPages = await makeHeaders(helmetOptions(config, PAGE_POLICY))
  const forUnlistedPages = { ...forPages, ...NO_INDEX }
  const forSharedPages = await makeFramedHeaders({ ...PAGE_POLICY, frameAncestors: ['*'] })
  const forEmbeds = await makeFramedHeaders(EMBED_POLICY)
  const forCalls = {
    ...(await makeHeaders(helmetOptions(config, CALL_POLICY))),
    // Browsers ask every time, but get the body again only if it has changed.
    'cache-control': 'private, no-cache',
  }
  app.addHook('onRequest', ({ routeOptions, method, url }, reply, done) => {
    const isRead = ['GET', 'HEAD'].includes(method)
    const forThisPage =
      isRead && SHOWN_ELSEWHERE.test(url)
        ? forSharedPages
        : isRead && EMBEDDED.test(url)
          ? forEmbeds
          : NOT_LISTED.test(url)
            ? forUnlistedPages
            : forPages
    reply.headers(routeOptions.config.endpoint === undefined ? forThisPage : forCalls)
    done()
  })

  /** Search engines must not list what other pages show. */
  async function makeFramedHeaders(policy: Record<string, string[]>) {
    const { 'x-frame-options': _, ...headers } = await makeHeaders(helmetOptions(config, policy))
    return { ...headers, ...NO_INDEX }
  }
}

function helmetOptions(config: Config, directives: Record<string, string[]>): HelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  }
}

async function makeHeaders(options: HelmetOptions): Promise<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  await new Promise<void>((resolve, reject) => {
    helmet(options)(request, response, (error) => (error ? reject(error) : resolve()))
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
