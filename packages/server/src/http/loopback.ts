import type { FastifyRequest } from 'fastify'
import { type Config, isLoopbackHost } from '../config.ts'

const PROXY_HEADERS = new Set([
  ...['forwarded', 'via', 'cdn-loop', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'fly-client-ip', 'fastly-client-ip', 'do-connecting-ip'],
  ...['x-azure-clientip', 'x-appengine-user-ip', 'x-envoy-external-address'],
  ...['x-nf-client-connection-ip', 'x-original-forwarded-for'],
])
/** Cloudflare's all begin with `cf-`. */
const PROXY_PREFIX = /^(?:x-forwarded-|fly-forwarded-|cf-)/

/** Headers that proxies add, and nothing on this machine sends. */
export function hasProxyHeader(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some(
    (name) => PROXY_HEADERS.has(name) || PROXY_PREFIX.test(name),
  )
}

export const PRACTICE_IS_LOCAL =
  'Practice sign-in works on this machine only. A server behind a proxy needs TWITCH_CLIENT_ID, SEASON, PUBLIC_URL and TRUST_PROXY.'

/** Came through a proxy that does not say for whom; many speak HTTP/1.0, and nothing on this machine does. */
export function isAnonymous(request: FastifyRequest, config: Config): boolean {
  const isForwarded = request.ip !== request.socket.remoteAddress
  const isFromHere = isLoopbackHost(request.ip.replace(/^::ffff:/, ''))
  return (
    !isForwarded && (request.raw.httpVersion === '1.0' || (isFromHere && !config.isLoopbackOnly))
  )
}

/** The Host is checked because a foreign page can point its own name at 127.0.0.1. */
export function isLoopbackRequest(request: FastifyRequest, config: Config): boolean {
  return (
    config.isLoopbackOnly &&
    !isAnonymous(request, config) &&
    !hasProxyHeader(request) &&
    isLoopbackHost(hostNameOf(request)) &&
    isLoopbackHost(request.ip.replace(/^::ffff:/, ''))
  )
}

export function hostNameOf(request: FastifyRequest): string {
  const host = request.headers.host ?? ''
  return host.replace(/:\d+$/, '').toLowerCase()
}
