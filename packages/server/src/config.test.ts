import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET = 'k3Jx0aWmQ9vTz7LpBn2RfYc5HdSg8EuX'

describe('readConfig', () => {
  it('needs nothing: practice sign-in on this machine', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      platforms: [],
      firstSeason: 75,
      uploadPairing: 'loopback',
      isLoopbackOnly: true,
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  it('derives the slug of the settings page from the product name', () => {
    expect(readConfig({ PRODUCT_NAME: 'Marble Cup' }).productSlug).toBe('marble-cup')
  })

  it('lifts a rate limit that is off', () => {
    expect(readConfig({ RATE_LIMIT_UPLOADS: 'off' }).limits.RATE_LIMIT_UPLOADS).toBeNull()
  })

  it.each([
    ['a port out of range', { PORT: '70000' }, /^PORT: /],
    ['an invalid public address', { PUBLIC_URL: 'rollcall' }, /^PUBLIC_URL: /],
    ['a public address with another scheme', { PUBLIC_URL: 'ftp://a.example' }, /^PUBLIC_URL: /],
    ['another database', { DATABASE_URL: 'mysql://localhost' }, /^DATABASE_URL: /],
    [
      'a database without a secret',
      { DATABASE_URL: 'postgres://localhost/x' },
      /^SESSION_SECRET: /,
    ],
    [
      'another database without a key for hidden names',
      { DATABASE_URL: 'postgres://localhost/x', SESSION_SECRET: SECRET },
      /^PRIVACY_KEY: /,
    ],
    ['a short secret', { SESSION_SECRET: 'eightby8' }, /^SESSION_SECRET: /],
    ['a well-known secret', { SESSION_SECRET: 'changeme'.repeat(5) }, /^SESSION_SECRET: /],
    ['a secret of one letter', { SESSION_SECRET: 'a'.repeat(40) }, /^SESSION_SECRET: /],
    ['a short token for the metrics', { METRICS_TOKEN: 'eightby8' }, /^METRICS_TOKEN: /],
    ['trust in every proxy', { TRUST_PROXY: 'all' }, /^TRUST_PROXY: /],
    ['trust in every address by its width', { TRUST_PROXY: '10.0.0.0/0' }, /^TRUST_PROXY: .*\/0/],
    ['trust in every IPv4 address', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY: /],
    ['trust in every IPv6 address', { TRUST_PROXY: '::/0' }, /^TRUST_PROXY: /],
    ['trust in every mapped address', { TRUST_PROXY: '::ffff:0.0.0.0/96' }, /^TRUST_PROXY: /],
    ['the same in full', { TRUST_PROXY: '0:0:0:0:0:ffff:0:0/96' }, /^TRUST_PROXY: .* IPv4 network/],
    ['the same in digits', { TRUST_PROXY: '::ffff:0:0/100' }, /^TRUST_PROXY: .* IPv4 network/],
    ['a network around it', { TRUST_PROXY: '::/80' }, /^TRUST_PROXY: .* IPv4 network/],
    ['a network that ends in it', { TRUST_PROXY: '::8000:0:0/81' }, /^TRUST_PROXY: /],
    ['trust in half the internet', { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, /^TRUST_PROXY: /],
    ['trust in a public /8', { TRUST_PROXY: '10.0.0.1, 8.0.0.0/8' }, /^TRUST_PROXY: 8\.0\.0\.0\/8/],
    ['trust in more than a private network', { TRUST_PROXY: '10.0.0.0/7' }, /^TRUST_PROXY: /],
    ['trust in a continent', { TRUST_PROXY: '2600::/12' }, /^TRUST_PROXY: /],
    ['a mask that says as much', { TRUST_PROXY: '10.0.0.0/0.0.0.0' }, /^TRUST_PROXY: /],
    ['a proxy by its name', { TRUST_PROXY: 'proxy.example' }, /^TRUST_PROXY: proxy\.example/],
    ['practice sign-in for strangers', { HOST: '0.0.0.0' }, /^TWITCH_CLIENT_ID: /],
    ['practice sign-in on the web', { PUBLIC_URL: 'https://a.example' }, /^TWITCH_CLIENT_ID: /],
    ['practice sign-in behind a proxy', { TRUST_PROXY: '10.0.0.1' }, /^TWITCH_CLIENT_ID: /],
    [
      'a live platform without a season',
      { TWITCH_CLIENT_ID: 'abc', PUBLIC_URL: 'https://a.example' },
      /^SEASON: /,
    ],
    [
      'a live platform without an address',
      { TWITCH_CLIENT_ID: 'abc', SEASON: '75' },
      /^PUBLIC_URL: /,
    ],
    ['an unknown pairing', { UPLOAD_PAIRING: 'always' }, /^UPLOAD_PAIRING: /],
    ['a rate limit of nothing', { RATE_LIMIT_GENERAL: '0' }, /^RATE_LIMIT_GENERAL: /],
  ])('stops at %s with one line', (_, env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig(env)).not.toThrow(/\n/)
  })

  it.each([
    '10.0.0.0/8',
    '172.16.0.0/12',
    'loopback, uniquelocal',
    '104.64.0.0/10',
    '2a06:98c0::/29',
    'fd00::/8',
    '::1',
    '10.1.2.3/32',
  ])('trusts the proxies %s', (proxies) => {
    const env = {
      PUBLIC_URL: 'https://rollcall.example',
      TWITCH_CLIENT_ID: 'abc',
      SEASON: '76',
      TRUST_PROXY: proxies,
    }
    expect(readConfig(env).trustedProxies).toEqual(proxies.split(', '))
  })

  it('serves everybody with the platform, a season and a secret', () => {
    expect(
      readConfig({
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://rollcall.example/',
        TWITCH_CLIENT_ID: 'abc',
        SEASON: '76',
        DATABASE_URL: 'postgres://localhost/rollcall',
        SESSION_SECRET: SECRET,
        PRIVACY_KEY: SECRET,
        ADMIN_LOGINS: 'Ada, grace ,',
        TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
      }),
    ).toMatchObject({
      publicUrl: 'https://rollcall.example',
      isLoopbackOnly: false,
      adminLogins: ['ada', 'grace'],
      trustedProxies: ['10.0.0.1', '10.1.0.0/16'],
      firstSeason: 76,
    })
  })
})

it('compose.yaml trusts one address: the gateway of its network', () => {
  const compose = readFileSync(new URL('../../../compose.yaml', import.meta.url), 'utf8')
  const trusted = /TRUST_PROXY: \$\{TRUST_PROXY:-\$\{GATEWAY:-([\d.]+)\}\}/.exec(compose)?.[1]
  const gateway = /gateway: '\$\{GATEWAY:-([\d.]+)\}'/.exec(compose)?.[1]
  expect(isIP(trusted ?? '')).toBe(4)
  expect(trusted).toBe(gateway)
})
