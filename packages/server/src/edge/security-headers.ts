import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { findPlace, type Place } from '@rollcall/contract/places'
import { PLATFORMS, SIGN_IN_PLATFORMS } from '@rollcall/scoring/platforms'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** The hosts of people's profile pictures: the only foreign hosts that pages load from. */
const PICTURE_HOSTS = SIGN_IN_PLATFORMS.map((platform) => PLATFORMS[platform].signIn.pictures)

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

/** An embedded board may run our scripts, ask us and open tabs, and nothing else. */
const EMBED_POLICY = {
  ...PAGE_POLICY,
  formAction: ["'none'"],
  frameAncestors: ['*'],
  sandbox: ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'],
}

const NO_INDEX = { 'x-robots-tag': 'noindex' }

/** For answers that are not pages: if a browser opens one as a page, it can do nothing. */
const CALL_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const forPages = await makeHeaders(helmetOptions(config, PAGE_POLICY))
  const forUnlistedPages = { ...forPages, ...NO_INDEX }
  const forOverlays = await makeFramedHeaders({ ...PAGE_POLICY, frameAncestors: ['*'] })
  const forEmbeds = await makeFramedHeaders(EMBED_POLICY)
  const forFiles = await makeHeaders(helmetOptions(config, CALL_POLICY))
  const forCalls = {
    ...forFiles,
    // Browsers ask every time, but get the body again only if it has changed.
    'cache-control': 'private, no-cache',
  }
  app.addHook('onRequest', ({ routeOptions, method, url }, reply, done) => {
    if (routeOptions.config.endpoint !== undefined) reply.headers(forCalls)
    else if (isPartOfPages(url)) reply.headers(forFiles)
    else reply.headers(headersOf(findPlace(url), method))
    done()
  })

  function headersOf(place: Place | null, method: string) {
    const isRead = method === 'GET' || method === 'HEAD'
    if (isRead && place?.isOverlay) return forOverlays
    if (isRead && place?.isEmbed) return forEmbeds
    return place?.unlisted === undefined ? forPages : forUnlistedPages
  }

  /** Search engines must not list what other pages show. */
  async function makeFramedHeaders(policy: Record<string, string[]>) {
    const { 'x-frame-options': _, ...headers } = await makeHeaders(helmetOptions(config, policy))
    return { ...headers, ...NO_INDEX }
  }
}

/** Scripts, style sheets, fonts and pictures, whose policy is that of the page; a page has some thirty of them. */
const isPartOfPages = (url: string) => url.startsWith('/assets/')

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
