import { expect, expectTypeOf, test } from 'vitest'
import { addressOf, cardOf, embedOf, PAGES, parentOf } from './pages.ts'
import { findPlace, findUploadKey, KEYED_SITE, PLACES, paramsAt } from './places.ts'

const TOKEN = 'dQw4w9WgXcQ_Ab-Cd01Ef2'

test('addresses have what readers give them, encoded', () => {
  expect(addressOf(PAGES.racer, { platform: 'kick', login: 'a/b ?' })).toBe('/r/kick/a%2Fb%20%3F')
  expect(addressOf(PAGES.dashboardChannel, { channelName: 'a' })).toBe('/dashboard/channel/a')
  expect(addressOf(PAGES.dashboardChannel, { channelName: 'a', season: 7 })).toBe(
    '/dashboard/channel/a/7',
  )
  expect(addressOf(cardOf(PAGES.game), { id: 7 })).toBe('/g/7/card.png')
  expect(addressOf(embedOf(PAGES.event), { token: TOKEN })).toBe(`/embed/e/${TOKEN}`)
  expect(parentOf(PAGES.manageEvent)).toBe('/my-events/manage')
})

test.each([
  ['/g/7', 'game', false],
  ['/g/7/?a=/b', 'game', false],
  ['/seasons/75#top', 'season', false],
  ['/embed/seasons/75', 'season', true],
  [`/overlay/e/${TOKEN}?rows=3`, 'eventOverlay', false],
  ['/dashboard/channel/a', 'dashboardChannel', false],
  ['/dashboard/channel/a/7', 'dashboardChannel', false],
  ['/', 'front', false],
  ['/?a', 'front', false],
] as const)('%s is a place of the page %s', (address, name, isEmbed) => {
  expect(findPlace(address)).toMatchObject({ name, isEmbed })
})

test.each(['/g', '/g/7/card.png', '/embed/g/7', '/embed', '/elsewhere', '/G/7', '', 'x'])(
  '%j is no place',
  (address) => {
    expect(findPlace(address)).toBeNull()
  },
)

test('every place is found at its own address, with its own parameters', () => {
  for (const place of PLACES) {
    const names = [...place.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const params = Object.fromEntries(names.map((name) => [name, `ä/${name}?`]))
    const address = addressOf<string>(place, params as never)
    expect(findPlace(address), address).toEqual(place)
    expect(paramsAt<string>(place, `${address}?of=today`), address).toEqual(params)
  }
})

test('an address that cannot be decoded stays as it is', () => {
  expect(paramsAt(PAGES.racer, '/r/%zz/%C3%A4')).toEqual({ platform: '%zz', login: 'ä' })
  expect(paramsAt(PAGES.racer, '/r/twitch')).toBeNull()
})

test('the compiler knows the parameters of each page', () => {
  expectTypeOf(addressOf<(typeof PAGES)['game']['path']>)
    .parameter(1)
    .toEqualTypeOf<{ readonly id: string | number }>()
})

test('a key is found in what somebody pastes', () => {
  const address = `https://rollcall.example${addressOf(KEYED_SITE, { uploadKey: 'rck_abc' })}`
  expect(findUploadKey(` ${address}/ `)).toBe('rck_abc')
  expect(findUploadKey('rck_abc')).toBeNull()
})
