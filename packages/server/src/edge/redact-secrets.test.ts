/** The log shows none of our tokens or keys, no matter how an address is spelled. */
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import { addressOf } from '@rollcall/contract/pages'
import { KEYED_SITE, PLACES, SECRET_PARAMS } from '@rollcall/contract/places'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redactAddress } from './redact-secrets.ts'

const TOKEN = 'dQw4w9WgXcQ_Ab-Cd01Ef2'
const KEY = 'rck_abcdefghij234567klmnop'

it.each([
  [`/e//${TOKEN}`, '/e/***'],
  [`/overlay/e//${TOKEN}`, '/overlay/e/***'],
  [`/k\\${KEY}`, '/k/***'],
  [`/e/${TOKEN}/card.png?racer=x`, '/e/***/card.png'],
  [`/E/${TOKEN}`, '/E/***'],
  [`/e/./${TOKEN}`, '/e/***'],
  [`/x/../e/${TOKEN}`, '/x/e/***'],
  [`/e%5C${TOKEN}`, '/e/***'],
  [`/somewhere/${TOKEN}`, '/somewhere/***'],
  [`/e/%zz${TOKEN}`, '/e/***'],
  [`/e?${TOKEN}`, '/e'],
  [`/embed/e/${TOKEN}`, '/embed/e/***'],
  [`/api/calendar/own/${TOKEN}`, '/api/calendar/own/***'],
  ['/nowhere/rak_abcdefghij234567klmnop', '/nowhere/***'],
])('%s is logged as %s', (address, logged) => {
  expect(redactAddress(address)).toBe(logged)
})

it('the secret of every page and of every call is left out, however short', () => {
  const paths = [...PLACES, KEYED_SITE, ...allEndpoints].map(({ path }) => path)
  const withSecret = paths.filter((path) => SECRET_PARAMS.some((name) => path.includes(`:${name}`)))
  expect(withSecret).toEqual(
    expect.arrayContaining(['/e/:token', '/embed/e/:token', '/overlay/c/:token', '/k/:uploadKey']),
  )
  for (const path of withSecret) {
    const params = Object.fromEntries(SECRET_PARAMS.map((name) => [name, 'hush']))
    const address = addressOf<string>({ path }, { channel: 'somebody', ...params } as never)
    expect(address).toContain('hush')
    expect(redactAddress(address), path).not.toContain('hush')
  }
})

/** Everybody may know which of these pages somebody reads. A new parameter is here or in SECRET_PARAMS. */
const OPEN_PARAMS = [
  ...['channel', 'channelName', 'day', 'eventId', 'id', 'login', 'otherLogin', 'otherPlatform'],
  ...['platform', 'season', 'settings'],
]

it('every parameter of a page is known to be a secret or not', () => {
  const names = PLACES.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  expect([...new Set(names)].sort()).toEqual([...OPEN_PARAMS, 'token'].sort())
})

it.each([
  '/',
  '/api/dashboard/get-user-season-channels/75',
  '/assets/event-leaderboard-route-D8sf9_-a.js',
  '/api/dashboard/season/75/a_streamer_of_twenty_five',
  '/a//b/../c',
])('%s is logged as it is', (address) => {
  expect(redactAddress(address)).toBe(address)
})

const token = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'))
const key = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), { minLength: 32, maxLength: 32 })
  .map((letters) => `rck_${letters.join('')}`)
const page = fc.constantFrom(
  ...['k', 'e', 'overlay/e', 'overlay/c', 'api/show/public', 'api/chat/x/event', 'nowhere', ''],
)
const separator = fc.constantFrom('/', '//', '///', '\\', '/\\', '/./', '/../', '\\.\\', '/x/../')
/** A letter as it is, or as an escape, which may be escaped again. */
const writings: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `%${hexOf(letter)}`,
  (letter) => `%${hexOf(letter).toUpperCase()}`,
  (letter) => `%25${hexOf(letter)}`,
]
const inPage: readonly ((letter: string) => string)[] = [
  ...writings,
  (letter) => letter.toUpperCase(),
]
const hexOf = (letter: string) => letter.charCodeAt(0).toString(16).padStart(2, '0')
const spelled = (text: string, ways: typeof writings, choices: readonly number[]) =>
  [...text]
    .map((letter, place) => ways[(choices[place % choices.length] ?? 0) % ways.length]?.(letter))
    .join('')

it('no token or key remains, no matter how it is spelled', () => {
  fc.assert(
    fc.property(
      fc.record({
        secret: fc.oneof(token, key),
        page,
        separators: fc.array(separator, { minLength: 3, maxLength: 3 }),
        choices: fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }),
        after: fc.constantFrom('', '/', '/card.png', '.', ';x', '%', '%zz', '?a=b', '#'),
      }),
      ({ secret, page, separators: [first = '', second = '', third = ''], choices, after }) => {
        const path = first + page.replaceAll('/', second) + third
        const address = spelled(path, inPage, choices) + spelled(secret, writings, choices) + after
        expect(fullyDecoded(redactAddress(address)), address).not.toContain(secret)
      },
    ),
    { numRuns: 2_000 },
  )
})

function fullyDecoded(text: string): string {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_escape, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return decoded === text ? text : fullyDecoded(decoded)
}
