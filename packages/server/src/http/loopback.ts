/** Whether a request comes from this machine, for practice sign-in and loopback pairing. */
import type { FastifyRequest } from 'fastify'
import { type Config, isLoopbackHost } from '../config.ts'

const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

/** Headers that proxies add, and nothing on this machine sends. */
export function hasProxyHeader(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some((name) => PROXY_HEADER.test(name))
}

/** Where practice sign-in is refused. */
export const PRACTICE_IS_LOCAL =
  'Practice sign-in works on this machine only. A server behind a proxy needs TWITCH_CLIENT_ID, SEASON, PUBLIC_URL and TRUST_PROXY.'

/**
 * Whether the request came through a proxy that did not say for whom, so that all its visitors have one
 * address. Proxies speak HTTP/1.0 where nobody told them otherwise, and nothing on this machine does.
 */
export function isAnonymous(request: FastifyRequest, config: Config): boolean {
  const isForwarded = request.ip !== request.socket.remoteAddress
  const isFromHere = isLoopbackHost(request.ip.replace(/^::ffff:/, ''))
  return (
    !isForwarded && (request.raw.httpVersion === '1.0' || (isFromHere && !config.isLoopbackOnly))
  )
}

/**
 * Loopback mode: the configuration says that only this machine reaches the server, and nothing in
 * the request says otherwise. The Host is checked because a foreign page can point its own name at
 * 127.0.0.1.
 */
export function isLoopbackRequest(request: FastifyRequest, config: Config): boolean {
  return (
    config.isLoopbackOnly &&
    !isAnonymous(request, config) &&
    !hasProxyHeader(request) &&
    isLoopbackHost(hostNameOf(request)) &&
    isLoopbackHost(request.ip.replace(/^::ffff:/, ''))
  )
}

/** The Host header without its port, lower-cased; empty where there is none. */
export function hostNameOf(request: FastifyRequest): string {
  const host = request.headers.host ?? ''
  return host.replace(/:\d+$/, '').toLowerCase()
}
