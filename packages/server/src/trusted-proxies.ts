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
  const mostBits = version === 4 ? 32 : 128
  const bits = prefix === undefined ? mostBits : Number(prefix)
  if (version === 0 || rest.length > 0 || !/^\d+$/.test(prefix ?? '0') || bits > mostBits) {
    return `${entry} is not an address or a network such as 10.0.0.1 or 10.0.0.0/24`
  }
  if (version === 6 && prefix !== undefined && hasIpv4Addresses(address, bits)) {
    return `${entry} must be written as an IPv4 network`
  }
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const isOwn = OWN_NETWORKS.some((own) => bits >= own.bits && own.addresses.check(address, family))
  return isOwn || bits >= PUBLIC_BITS[family]
    ? null
    : `${entry} is far more than your proxies, and a trusted proxy can pass for any address; list only the addresses of your proxies`
}

/** Whether an IPv6 network has addresses that stand for IPv4 ones, `::ffff:10.0.0.1`, however it is written. */
function hasIpv4Addresses(address: string, bits: number): boolean {
  const network = new BlockList()
  network.addSubnet(address, bits, 'ipv6')
  const shortest = new URL(`http://[${address}]`).hostname
  return (
    /^\[::ffff:[0-9a-f]+:[0-9a-f]+\]$/.test(shortest) || network.check('::ffff:0.0.0.0', 'ipv6')
  )
}
