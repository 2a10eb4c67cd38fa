/** Makes a running series, an event whose show is over, one that is ready to be revealed, and one that has not begun. */
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_START_RANK } from '@rollcall/contract/show'
import { DAY_MS, MINUTE_MS } from '@rollcall/formats/durations'
import { makeGame } from '@rollcall/formats/testing/make-games'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import type { ApiClient, SessionHeader } from './api-client.ts'
import { makeCrowd, STREAMERS } from './crowd.ts'
import type { DemoGiven } from './demo-step.ts'

const ORGANISER = 'MarbleMaven'
const CONFIGURATION = "Maven's Mix"
const SERIES = 'Road to the Marble Finals'
const REVEALED = 'Harvest Sprint'
const FINISHED = 'Autumn Showdown'
const TO_COME = 'Winter Warm-up'
const RUNNING = 'Semi-final'

/** The streamer whose games keep coming with `--play`. */
const PLAYER = 'Gravelgran'
const OWN_OVERLAY = '/api/show/own-channel'

const SETTINGS = { isSealed: false, isPublic: true, isListed: true, pausesOverlays: false }

const LOBBY = 42
const GAMES = 14
const FIRST_GAME_HOUR_UTC = 18
export const SHOW_TIME = '20:00'

interface NamedEvent {
  id: number
  name: string
}

const controlOf = (event: NamedEvent | undefined) => `/api/show/control/${event?.id}`

interface EventSketch {
  name: string
  first: number
  last: number
  /** HH:MM in UTC. */
  showTime?: string
}

export async function fillEvents({ apiClient, today, say }: DemoGiven): Promise<void> {
  const { organiser, day, makeBody, listEvents } = await openOrganiser(apiClient, today)
  const existing = await listEvents()
  if (!existing.eventSeries.some(({ name }) => name === SERIES)) {
    const events = [
      { name: 'Qualifier', first: -9, last: -8 },
      { name: RUNNING, first: -1, last: 1, showTime: SHOW_TIME },
      { name: 'Grand final', first: 12, last: 13, showTime: SHOW_TIME },
    ]
    const body = { seriesName: SERIES, events: events.map(makeBody) }
    await apiClient.call('/api/events/createEventSeries', organiser, body)
  }
  for (const sketch of [
    { name: FINISHED, first: -3, last: -2 },
    { name: TO_COME, first: 20, last: 22, showTime: SHOW_TIME },
  ]) {
    if (!existing.events.some(({ name }) => name === sketch.name)) {
      await apiClient.call('/api/events/createEventSingle', organiser, makeBody(sketch))
    }
  }
  // Each of the three events that have begun covers two days of play.
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

/** Runs after the events have been played: the show of an older one is over, the newest is waiting for its organiser. */
export async function fillShows({ apiClient, today }: DemoGiven): Promise<void> {
  const { organiser, makeBody, listEvents } = await openOrganiser(apiClient, today)
  const listEventsOfSeries = async () => {
    const { eventSeries } = await listEvents()
    const id = eventSeries.find(({ name }) => name === SERIES)?.id
    const path = `/api/events/getBySeriesId/${id}`
    const series = await apiClient.call<{ events: NamedEvent[] }[]>(path, organiser)
    return series.flatMap(({ events }) => events)
  }
  const findControl = async (name: string) => {
    const { events } = await listEvents()
    return controlOf(events.find((event) => event.name === name))
  }
  if (!(await listEvents()).events.some(({ name }) => name === REVEALED)) {
    const body = makeBody({ name: REVEALED, first: -9, last: -8 })
    await apiClient.call('/api/events/createEventSingle', organiser, body)
  }
  const ofSeries = await listEventsOfSeries()
  for (const control of [
    await findControl(REVEALED),
    await findControl(FINISHED),
    await findControl(TO_COME),
    controlOf(ofSeries.find(({ name }) => name === RUNNING)),
  ]) {
    await apiClient.call(`${control}/settings`, organiser, SETTINGS, 'PUT')
    await apiClient.call(`${control}/token`, organiser, { of: 'public' })
    await apiClient.call(`${control}/token`, organiser, { of: 'overlay' })
  }
  const control = await findControl(REVEALED)
  const move = async (move: object) => {
    const { version } = await apiClient.call<{ version: number }>(control, organiser)
    await apiClient.call(`${control}/move`, organiser, { version, move })
  }
  // Starts from a rank that nobody has, so that there is no blur to wait for.
  await move({ kind: 'reset' })
  await move({ kind: 'start', phase: 'live', startRank: MAX_START_RANK })
  await move({ kind: 'finish' })
  await apiClient.signOut(organiser)
}

/** Uploads one game after another for one streamer's channel, as if they were being played, until the signal aborts. */
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
  // From now on, games count in addition to the season's snapshot.
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

/** Signs the organiser in, and prepares what their calls need. */
export async function openOrganiser(apiClient: ApiClient, today: Date) {
  const organiser = await apiClient.signIn(ORGANISER)
  const participants = await userIds(apiClient, organiser)
  const leaderboard = await configuration(apiClient, organiser)
  const day = (offset: number) =>
    new Date(today.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  return {
    organiser,
    day,
    makeBody: ({ first, last, ...sketch }: EventSketch) => ({
      ...sketch,
      startDate: day(first),
      endDate: day(last),
      participants,
      leaderboard,
    }),
    listEvents: () =>
      apiClient.call<{
        eventSeries: NamedEvent[]
        events: NamedEvent[]
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

/** Uploads a streamer's games of one day; only the first half of them for a running event. */
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
