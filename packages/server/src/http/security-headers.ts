import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** The platform's profile pictures; the only foreign host a page loads from. */
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

/** What is made to be shown elsewhere: public pages of events, and overlays. No search engine lists them. */
const SHOWN_ELSEWHERE = /^\/(?:e|overlay\/[a-z]+)\/[^/?]+\/?(?:\?|$)/

/** For answers that are not pages: opened as one, they can do nothing. */
const CALL_POLICY = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

export async function sendSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const ofPages = await headersOf(helmetOptions(config, PAGE_POLICY))
  const { 'x-frame-options': _, ...unframed } = await headersOf(
    helmetOptions(config, { ...PAGE_POLICY, frameAncestors: ['*'] }),
  )
  const ofSharedPages = { ...unframed, 'x-robots-tag': 'noindex' }
  const ofCalls = {
    ...(await headersOf(helmetOptions(config, CALL_POLICY))),
    // Asked for again each time, and sent again only where it has changed.
    'cache-control': 'private, no-cache',
  }
  app.addHook('onRequest', ({ routeOptions, method, url }, reply, done) => {
    const isShared = ['GET', 'HEAD'].includes(method) && SHOWN_ELSEWHERE.test(url)
    const ofThisPage = isShared ? ofSharedPages : ofPages
    reply.headers(routeOptions.config.endpoint === undefined ? ofThisPage : ofCalls)
    done()
  })
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

async function headersOf(options: HelmetOptions): Promise<Record<string, string>> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  await new Promise<void>((resolve, reject) => {
    helmet(options)(request, response, (error) => (error ? reject(error) : resolve()))
  })
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
