/** Whether a request comes from this machine, for practice sign-in and loopback pairing. */
import type { FastifyRequest } from 'fastify'
import { type Config, isLoopbackHost } from '../config.ts'

const PROXY_HEADER = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/

/** Headers that proxies add, and nothing on this machine sends. */
export function hasProxyHeader(request: FastifyRequest): boolean {
  return Object.keys(request.headers).some((name) => PROXY_HEADER.test(name))
}

/**
 * Loopback mode: the configuration says that only this machine reaches the server, and nothing in
 * the request says otherwise. The Host is checked because a foreign page can point its own name at
 * 127.0.0.1.
 */
export function isLoopbackRequest(request: FastifyRequest, config: Config): boolean {
  return (
    config.isLoopbackOnly &&
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
