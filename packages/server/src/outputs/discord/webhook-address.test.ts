import { describe, expect, it } from 'vitest'
import { isPublicAddress, lookupPublic, PrivateAddressError } from './webhook-address.ts'

const family = (address: string) => (address.includes(':') ? 6 : 4)

describe('the addresses a post may go to', () => {
  it.each(['162.159.128.233', '8.8.8.8', '172.32.0.1', '2606:4700::6810:84e5'])('%s', (address) => {
    expect(isPublicAddress({ address, family: family(address) })).toBe(true)
  })

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1'],
    ...['192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
    ...['2001:db8::1', '2002:a00:1::', '2001:0:a00:1::'],
  ])('and not %s', (address) => {
    expect(isPublicAddress({ address, family: family(address) })).toBe(false)
  })

  it.each([true, false])('are checked when the connection is made (all: %s)', async (all) => {
    const lookUp = (...addresses: string[]) =>
      new Promise((resolve) => {
        const look = lookupPublic((_name, _options, found) =>
          found(
            null,
            addresses.map((address) => ({ address, family: family(address) })),
          ),
        )
        look('discord.com', { all }, (error, found) => resolve(error ?? found))
      })
    const found = await lookUp('162.159.128.233')
    expect(found).toEqual(all ? [{ address: '162.159.128.233', family: 4 }] : '162.159.128.233')
    expect(await lookUp('162.159.128.233', '10.0.0.1')).toBeInstanceOf(PrivateAddressError)
  })
})
