/**
 * A running series, an event whose show is over, one that is ready to be revealed, and one that has not begun.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_START_RANK } from '@rollcall/contract/show'
import { DAY_MS, MINUTE_MS } from '@rollcall/formats/durations'
import { type Entrant, makeGame } from '@rollcall/formats/testing/make-games'
import { makeRacerNames } from '@rollcall/formats/testing/racer-names'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import { racerName } from '@rollcall/scoring/racer'
import type { ApiClient, SessionHeader } from './api-client.ts'
import type { DemoGiven } from './demo-step.ts'

const ORGANISER = 'MarbleMaven'
const STREAMERS = ['MarbleMaven', 'Gravelgran', 'Pebblewick', 'Rolly_Polly']
const CONFIGURATION = "Maven's Mix"
const SERIES = 'Road to the Marble Finals'
const REVEALED = 'Harvest Sprint'
const FINISHED = 'Autumn Showdown'
const TO_COME = 'Winter Warm-up'

/** Whose games keep coming, where that is asked for. */
const PLAYER = 'Gravelgran'
const OWN_OVERLAY = '/api/show/own-channel'

const SETTINGS = { isSealed: false, isPublic: true, isListed: false, pausesOverlays: false }

const RACERS = 140
const LOBBY = 42
const GAMES = 14
const FIRST_GAME_HOUR_UTC = 18

interface EventSketch {
  name: string
  first: number
  last: number
}

export async function fillEvents({ apiClient, today, say }: DemoGiven): Promise<void> {
  const { organiser, day, bodyOf, listThere } = await meet(apiClient, today)
  const there = await listThere()
  if (!there.eventSeries.some(({ name }) => name === SERIES)) {
    const events = [
      { name: 'Qualifier', first: -9, last: -8 },
      { name: 'Semi-final', first: -1, last: 1 },
      { name: 'Grand final', first: 12, last: 13 },
    ]
    await apiClient.call('/api/events/createEventSeries', organiser, {
      seriesName: SERIES,
      events: events.map(bodyOf),
    })
  }
  for (const sketch of [
    { name: FINISHED, first: -3, last: -2 },
    { name: TO_COME, first: 20, last: 22 },
  ]) {
    if (!there.events.some(({ name }) => name === sketch.name)) {
      await apiClient.call('/api/events/createEventSingle', organiser, bodyOf(sketch))
    }
  }
  // Each of the three that have begun has two days of play in its window.
  const playedOn = [-9, -8, -3, -2, -1]
  for (const streamer of STREAMERS) {
    const session = await apiClient.signIn(streamer)
    for (const offset of playedOn) {
      await playDay(apiClient, { session, streamer, day: day(offset), isLive: offset === -1 })
    }
    await apiClient.signOut(session)
    say(`  ${streamer} has played`)
  }
  await apiClient.signOut(organiser)
}

/** After the events have been played: an older one is over, the newest waits for its organiser. */
export async function fillShows({ apiClient, today }: DemoGiven): Promise<void> {
  const { organiser, bodyOf, listThere } = await meet(apiClient, today)
  const controlOf = async (name: string) => {
    const { events } = await listThere()
    return `/api/show/control/${events.find((event) => event.name === name)?.id}`
  }
  if (!(await listThere()).events.some(({ name }) => name === REVEALED)) {
    const body = bodyOf({ name: REVEALED, first: -9, last: -8 })
    await apiClient.call('/api/events/createEventSingle', organiser, body)
  }
  for (const name of [REVEALED, FINISHED]) {
    const control = await controlOf(name)
    await apiClient.call(`${control}/settings`, organiser, SETTINGS, 'PUT')
    await apiClient.call(`${control}/token`, organiser, { of: 'public' })
    await apiClient.call(`${control}/token`, organiser, { of: 'overlay' })
  }
  const control = await controlOf(REVEALED)
  const move = async (move: object) => {
    const { version } = await apiClient.call<{ version: number }>(control, organiser)
    await apiClient.call(`${control}/move`, organiser, { version, move })
  }
  // From a rank that nobody has, so that no blur is to be waited for.
  await move({ kind: 'reset' })
  await move({ kind: 'start', phase: 'live', startRank: MAX_START_RANK })
  await move({ kind: 'finish' })
  await apiClient.signOut(organiser)
}

/** Uploads a game of one streamer's channel after the other, as if it were played now, until it is told to stop. */
export async function keepPlaying(
  apiClient: ApiClient,
  { everyMs, signal, say }: { everyMs: number; signal: AbortSignal; say: (line: string) => void },
): Promise<void> {
  const session = await apiClient.signIn(PLAYER)
  const crowd = makeCrowd()
  const random = new SeededRandom(`play ${new Date().toISOString()}`)
  const play = (mode: 'race' | 'royale') => {
    const entrants = random.shuffled(crowd).slice(0, LOBBY)
    const files = { ...makeGame(random, { mode, entrants, finishedAt: new Date() }) }
    return apiClient.uploadForm('/api/app/upload-mpl-data', { files }, session)
  }
  await play('race')
  // From now on games count beside the season's snapshot.
  await apiClient.call('/api/uploads/handover', session, { isOn: true }, 'PUT')
  const { token } = await apiClient.call<{ token: string | null }>(OWN_OVERLAY, session)
  const made =
    token === null
      ? await apiClient.call<{ token: string }>(OWN_OVERLAY, session, undefined, 'POST')
      : { token }
  say(`${PLAYER} plays a game every ${everyMs / 1000} s. The overlay: /overlay/c/${made.token}`)
  for (let index = 1; !signal.aborted; index += 1) {
    await play(index % 4 === 3 ? 'royale' : 'race')
    await delay(everyMs, undefined, { signal }).catch(() => {})
  }
}

/** The organiser's session, and what is asked and sent in it. */
async function meet(apiClient: ApiClient, today: Date) {
  const organiser = await apiClient.signIn(ORGANISER)
  const participants = await userIds(apiClient, organiser)
  const leaderboard = await configuration(apiClient, organiser)
  const day = (offset: number) =>
    new Date(today.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  return {
    organiser,
    day,
    bodyOf: ({ name, first, last }: EventSketch) => ({
      name,
      startDate: day(first),
      endDate: day(last),
      participants,
      leaderboard,
    }),
    listThere: () =>
      apiClient.call<{
        eventSeries: { name: string }[]
        events: { id: number; name: string }[]
      }>('/api/events/getAll', organiser),
  }
}

async function userIds(apiClient: ApiClient, session: SessionHeader): Promise<number[]> {
  const found = await Promise.all(
    STREAMERS.map(async (name) => {
      const { usersWithLabel } = await apiClient.call<{
        usersWithLabel: { label: string; value: number }[]
      }>(`/api/dropdowns/users?search=${name}`, session)
      return usersWithLabel.filter(({ label }) => label === name).map(({ value }) => value)
    }),
  )
  return found.flat()
}

async function configuration(apiClient: ApiClient, session: SessionHeader): Promise<number> {
  const known = await apiClient.call<{ id: number; name: string }[]>(
    '/api/events/leaderboards',
    session,
  )
  const mine = known.find(({ name }) => name === CONFIGURATION)
  if (mine !== undefined) {
    return mine.id
  }
  const { id } = await apiClient.call<{ id: number }>('/api/events/leaderboard-config', session, {
    config: {
      ...NEW_CONFIGURATION,
      name: CONFIGURATION,
      positions: Array.from({ length: 12 }, (_, index) => ({
        position: index + 1,
        points: 60 - 5 * index,
      })),
      participationPoints: 1,
      checkpointPoints: 5,
      brKillPoints: 2,
      damagePoints: 0.01,
      crownWinPoints: 10,
      gameModes: { racing: true, battleRoyale: true, tilted: false },
    },
  })
  return id
}

/** A streamer's games of one day; on the day before today only the first few. */
async function playDay(
  apiClient: ApiClient,
  {
    session,
    streamer,
    day,
    isLive,
  }: { session: SessionHeader; streamer: string; day: string; isLive: boolean },
): Promise<void> {
  const random = new SeededRandom(`event ${streamer} ${day}`)
  const crowd = makeCrowd()
  const firstGame = Date.parse(`${day}T${FIRST_GAME_HOUR_UTC}:00:00Z`)
  const games = isLive ? Math.ceil(GAMES / 2) : GAMES
  for (let index = 0; index < games; index += 1) {
    const mode = index % 4 === 3 ? 'royale' : 'race'
    const entrants = random.shuffled(crowd).slice(0, LOBBY)
    const finishedAt = new Date(firstGame + index * 6 * MINUTE_MS)
    const files = { ...makeGame(random, { mode, entrants, finishedAt }) }
    await apiClient.uploadForm('/api/app/upload-mpl-data', { files }, session)
  }
}

/** The same people enter every game, the streamers among them. */
function makeCrowd(): Entrant[] {
  const random = new SeededRandom('the crowd of the events')
  const streamers = STREAMERS.map((name) => racerName({ platform: 'twitch', login: name }))
  const others = makeRacerNames(random, { count: RACERS, taken: streamers })
  return [...streamers, ...others].map((login) => ({ login, skill: random.heavyTailed(0.7) }))
}
