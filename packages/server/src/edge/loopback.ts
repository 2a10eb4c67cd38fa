import type { FastifyRequest } from 'fastify'
import { type Config, isLoopbackHost } from '../config.ts'

const PROXY_HEADERS = new Set([
  ...['forwarded', 'via', 'cdn-loop', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip'],
  ...['true-client-ip', 'fly-client-ip', 'fastly-client-ip', 'do-connecting-ip'],
  ...['x-azure-clientip', 'x-appengine-user-ip', 'x-envoy-external-address'],
  ...['x-nf-client-connection-ip', 'x-original-forwarded-for'],
])
/** Cloudflare's headers all begin with `cf-`. */
const PROXY_PREFIX = /^(?:x-forwarded-|fly-forwarded-|cf-)/

/** Whether the request has a header that proxies add and that nothing on this machine sends. */
export function hasProxyHeader(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some(
    (name) => PROXY_HEADERS.has(name) || PROXY_PREFIX.test(name),
  )
}

/**
 * Whether it came through a proxy that hides the caller; many proxies speak HTTP/1.0, and nothing on this machine does.
 */
export function isAnonymous(request: FastifyRequest, config: Config): boolean {
  const isForwarded = request.ip !== request.socket.remoteAddress
  const isFromHere = isLoopbackHost(request.ip.replace(/^::ffff:/, ''))
  return (
    !isForwarded && (request.raw.httpVersion === '1.0' || (isFromHere && !config.isLoopbackOnly))
  )
}

/** Checks the Host too, because a foreign page can make its own name point at 127.0.0.1. */
export function isLoopbackRequest(request: FastifyRequest, config: Config): boolean {
  return (
    config.isLoopbackOnly &&
    !isAnonymous(request, config) &&
    !hasProxyHeader(request) &&
    isLoopbackHost(readHostName(request)) &&
    isLoopbackHost(request.ip.replace(/^::ffff:/, ''))
  )
}

export function readHostName(request: FastifyRequest): string {
  const host = request.headers.host ?? ''
  return host.replace(/:\d+$/, '').toLowerCase()
}
