/** Where posts may be sent: to Discord, and to origins that the operator allows. */
import { type LookupAddress, lookup as lookupAddress } from 'node:dns'
import { BlockList, type LookupFunction } from 'node:net'

const DISCORD = /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com$/
const WEBHOOK_PATH = /^\/api(?:\/v\d+)?\/webhooks\/\d+\/[\w-]+$/
const THREAD = /^(?:\?thread_id=\d+)?$/

export interface Webhook {
  url: URL
  /** Whether it is one of the operator's own origins, which may be inside the network. */
  isOwn: boolean
}

/** null if posts may not be sent to that address. */
export function readWebhook(address: string, ownOrigins: readonly string[]): Webhook | null {
  const text = address.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.username !== '' || url.password !== '') {
    return null
  }
  url.hash = ''
  if (ownOrigins.includes(url.origin)) {
    return { url, isOwn: true }
  }
  const isDiscord =
    DISCORD.test(url.origin) && WEBHOOK_PATH.test(url.pathname) && THREAD.test(url.search)
  return isDiscord ? { url, isOwn: false } : null
}

/** Networks that are not on the public internet (IANA's registries of special addresses). */
const special = new BlockList()
for (const [network, bits] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const],
  ...[['127.0.0.0', 8] as const, ['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const],
  ...[['192.0.0.0', 24] as const, ['192.0.2.0', 24] as const, ['192.88.99.0', 24] as const],
  ...[['192.168.0.0', 16] as const, ['198.18.0.0', 15] as const, ['198.51.100.0', 24] as const],
  ...[['203.0.113.0', 24] as const, ['224.0.0.0', 3] as const],
]) {
  special.addSubnet(network, bits, 'ipv4')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [['2001::', 23] as const, ['2001:db8::', 32] as const]) {
  special.addSubnet(network, bits, 'ipv6')
}
// These networks contain IPv4 addresses.
special.addSubnet('2002::', 16, 'ipv6')

export function isPublicAddress({ address, family }: LookupAddress): boolean {
  return family === 4
    ? !special.check(address, 'ipv4')
    : globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

export class PrivateAddressError extends Error {}

/** Looks up the addresses that a connection really uses, and refuses addresses of private networks. */
export function lookupPublic(
  resolve: (
    hostname: string,
    options: { all: true },
    callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
  ) => void = lookupAddress,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error !== null || first === undefined) {
        callback(error ?? new Error('no address'), '')
      } else if (!found.every(isPublicAddress)) {
        callback(new PrivateAddressError(), '')
      } else if (options.all) {
        callback(null, found)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }
}
