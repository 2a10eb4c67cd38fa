/** Checks TRUST_PROXY: an operator may trust proxies to name visitors' addresses, but not most of the internet. */
import { BlockList, isIP } from 'node:net'

/** Fastify's names for loopback, link-local and private networks. */
const NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** Private networks, which may be trusted as a whole. */
const OWN_NETWORKS = (
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const
).map(([network, bits]) => {
  const addresses = new BlockList()
  addresses.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4')
  return { addresses, bits }
})
/** No content delivery network publishes wider networks than these. */
const PUBLIC_BITS = { ipv4: 10, ipv6: 20 }

/** What is wrong with an entry of TRUST_PROXY; null if nothing is. */
export function findProxyProblem(entry: string): string | null {
  if (NAMES.has(entry)) {
    return null
  }
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  const isMapped = /^::ffff:/i.test(address)
  const mostBits = version === 4 ? 32 : 128
  const bits = prefix === undefined ? mostBits : Number(prefix)
  if (version === 0 || rest.length > 0 || !/^\d+$/.test(prefix ?? '0') || bits > mostBits) {
    return `${entry} is not an address or a network such as 10.0.0.1 or 10.0.0.0/24`
  }
  if (isMapped && prefix !== undefined) {
    return `${entry} must be written as an IPv4 network`
  }
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const isOwn = OWN_NETWORKS.some((own) => bits >= own.bits && own.addresses.check(address, family))
  return isOwn || bits >= PUBLIC_BITS[family]
    ? null
    : `${entry} is far more than your proxies, and a trusted proxy can pass for any address; list only the addresses of your proxies`
}
