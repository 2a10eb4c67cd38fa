/** Which single games strangers see: rankable games that no sealed event holds (docs/scoring.md, Held games). */
import type { ChannelGames } from '@rollcall/contract/channels'
import type { GameDetails, GameLine } from '@rollcall/contract/games'
import type { MapDetails } from '@rollcall/contract/maps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { settleShow } from '../helpers/show-event.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { makeWebDir } from '../helpers/web-dir.ts'

let server: TestServer
const people: Record<string, Session> = {}

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z'), makeWebDir })
  await signEverybodyIn()
})
afterAll(() => server.stop())

async function signEverybodyIn(): Promise<void> {
  for (const name of ['host', 'agreeing', 'other']) {
    people[name] = await server.signIn(name)
  }
}

const ask = (who: string, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.ask({ method, url, headers: people[who] ?? {}, ...(body && { body }) })

const stranger = (url: string) => server.call({ method: 'GET', url })

async function upload(who: string, files: Record<string, Buffer>): Promise<number> {
  const { gameId } = await server.ask(gameUpload(files, { headers: people[who] ?? {} }))
  return gameId
}

/** Uploads a race that finishes a minute after everything before. The first name wins. */
async function race(who: string, names: readonly string[]): Promise<number> {
  server.clock.advance({ minutes: 1 })
  return upload(who, raceFiles(names, server.clock.now()))
}

/** A minute passes, then the streamer answers an event's seal. */
async function answer(eventId: number, isAgreed: boolean): Promise<void> {
  server.clock.advance({ minutes: 1 })
  const { seals } = await ask('agreeing', 'GET', '/api/events/seals')
  const asked = seals.find(({ event }: { event: { id: number } }) => event.id === eventId)
  const { startsAt, endsAt } = asked.event
  await ask('agreeing', 'PUT', `/api/events/seals/${eventId}`, { isAgreed, startsAt, endsAt })
}

/** Creates a sealed event with both streamers for today and tomorrow. One of them agrees to the seal. */
async function sealedEvent(): Promise<number> {
  const ids = await userIds(server)
  const [standard] = await ask('host', 'GET', '/api/events/leaderboards')
  const day = (days: number) =>
    new Date(server.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const { id } = await ask('host', 'POST', '/api/events/createEventSingle', {
    name: `A cup of ${day(0)}`,
    startDate: day(0),
    endDate: day(1),
    participants: [ids.agreeing, ids.other],
    leaderboard: standard.id,
    timeZone: 'UTC',
  })
  await ask('host', 'PUT', `/api/show/control/${id}/settings`, { isSealed: true })
  await answer(id, true)
  return id
}

async function finishShow(eventId: number): Promise<void> {
  for (const kind of ['start', 'finish']) {
    server.clock.advance({ minutes: 1 })
    await settleShow(server, eventId)
    const { version } = await ask('host', 'GET', `/api/show/control/${eventId}`)
    const move = kind === 'start' ? { kind, phase: 'live' } : { kind }
    await ask('host', 'POST', `/api/show/control/${eventId}/move`, { version, move })
    await settleShow(server, eventId)
  }
}

/** The logins of the first two racers. */
async function racersOf(gameId: number): Promise<string[]> {
  const racers = await server.context.db
    .selectFrom('game_results as result')
    .innerJoin('racers as racer', 'racer.id', 'result.racer_id')
    .select('racer.login')
    .where('result.game_id', '=', gameId)
    .orderBy('result.position')
    .limit(2)
    .execute()
  return racers.map(({ login }) => login)
}

/** Of each channel that is live, the latest. */
async function liveGames(): Promise<number[]> {
  const { live }: { live: GameLine[] } = (await stranger('/api/games')).json()
  return live.map(({ id }) => id)
}

/** For every place that could show a game: does it? All but the receipt are open to strangers. */
async function tracesOf(gameId: number, channel: string): Promise<Record<string, boolean>> {
  const isThere = async (url: string) => (await stranger(url)).statusCode === 200
  const page = await stranger(`/g/${gameId}`)
  const { maps } = (await stranger('/api/maps')).json()
  const map: MapDetails | undefined =
    maps.length === 0 ? undefined : (await stranger(`/api/maps/${maps[0].id}`)).json()
  const ofChannel: ChannelGames = (await stranger(`/api/channels/${channel}/games`)).json()
  const { games }: { games: GameLine[] } = (await stranger('/api/games')).json()
  const { receipts } = await ask(channel, 'GET', '/api/uploads/receipts')
  const [winner, second] = await racersOf(gameId)
  const latestOf = async (path: string): Promise<{ id: number }[]> =>
    (await stranger(`/api/racers/twitch/${path}`)).json().latest ?? []
  const ofRacer = await latestOf(`${winner}/games`)
  const ofBoth = await latestOf(`${winner}/versus/twitch/${second}`)
  return {
    page: await isThere(`/api/games/${gameId}`),
    rows: await isThere(`/api/games/${gameId}/rows`),
    picture: await isThere(`/g/${gameId}/card.png`),
    head: page.body.includes('og:title'),
    chat: (await stranger(`/api/chat/${channel}/last`)).body.endsWith(`/g/${gameId}`),
    latest: games.some(({ id }) => id === gameId),
    latestOfChannel: ofChannel.latest.some(({ id }) => id === gameId),
    latestOfRacer: ofRacer.some(({ id }) => id === gameId),
    headToHead: ofBoth.some(({ id }) => id === gameId),
    latestOfMap: map?.latestGames.some(({ id }) => id === gameId) ?? false,
    receipt: receipts.some(({ games }: { games: { id: number }[] }) =>
      games.some(({ id }) => id === gameId),
    ),
  }
}

const EVERYWHERE = {
  ...{ page: true, rows: true, picture: true, head: true, chat: true },
  ...{ latest: true, latestOfChannel: true, latestOfMap: true, latestOfRacer: true },
  ...{ headToHead: true, receipt: true },
}
const NOWHERE = Object.fromEntries(Object.keys(EVERYWHERE).map((place) => [place, false]))

const mapOf = async (gameId: number): Promise<MapDetails> => {
  const game: GameDetails = (await stranger(`/api/games/${gameId}`)).json()
  return (await stranger(`/api/maps/${game.map?.id}`)).json()
}

describe('a game that a sealed event holds', () => {
  it('is visible nowhere until the show is over; other games of the event are visible everywhere', async () => {
    const before = await race('agreeing', ['early', 'second'])
    const cup = await sealedEvent()
    const held = await race('agreeing', ['held_winner', 'held_second'])
    const declined = await race('other', ['open_winner', 'open_second'])
    expect(await tracesOf(held, 'agreeing')).toEqual(NOWHERE)
    expect(await tracesOf(declined, 'other')).toEqual(EVERYWHERE)
    expect((await stranger('/api/chat/agreeing/last')).body).toMatch(
      new RegExp(`^Last race of agreeing: early won · 2 marbles · Hill\\. http.*/g/${before}$`),
    )
    const map = await mapOf(before)
    expect(map).toMatchObject({ plays: 2, averageField: 2 })
    expect(JSON.stringify(map)).not.toContain('held_')
    expect((await stranger('/api/maps')).json().maps).toMatchObject([{ plays: 2 }])
    const games = (await stranger('/api/channels/agreeing/games')).json()
    expect(games).toMatchObject({ maps: [{ plays: 1 }], records: [{ plays: 1 }] })
    expect(JSON.stringify(games)).not.toContain('held_')
    expect(await liveGames()).toEqual([declined, before])

    await finishShow(cup)
    expect(await tracesOf(held, 'agreeing')).toEqual(EVERYWHERE)
    expect(await mapOf(before)).toMatchObject({ plays: 3 })
  })

  it('is visible a week after the end of an event without a show', async () => {
    server.clock.advance({ days: 20 })
    await signEverybodyIn()
    expect(await liveGames()).toEqual([])
    await sealedEvent()
    const held = await race('agreeing', ['held_winner', 'held_second'])
    server.clock.advance({ days: 8 })
    await signEverybodyIn()
    expect(await tracesOf(held, 'agreeing')).toEqual(NOWHERE)
    server.clock.advance({ days: 1 })
    expect(await tracesOf(held, 'agreeing')).toEqual(EVERYWHERE)
  })

  it('cannot be guessed from the changes by later games', async () => {
    server.clock.advance({ days: 20 })
    await signEverybodyIn()
    const cup = await sealedEvent()
    await race('agreeing', ['held_winner', 'held_second'])
    await answer(cup, false)
    const later = await race('agreeing', ['held_second', 'held_winner'])
    expect((await stranger(`/api/games/${later}`)).json()).toMatchObject({ changes: null })
    await ask('agreeing', 'POST', '/api/events/seals/open')
    expect((await stranger(`/api/games/${later}`)).json().changes).not.toBeNull()
  })
})

it('a game that counts nowhere is visible nowhere', async () => {
  const simulated = await upload('other', sampleGame('real/race-simulation'))
  expect(simulated).toEqual(expect.any(Number))
  expect(await tracesOf(simulated, 'other')).toEqual(NOWHERE)
})
