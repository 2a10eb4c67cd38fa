/** A running series, a finished event that is not revealed yet, and one that has not begun. */
import { NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import { racerName } from '@rollcall/scoring/racer'
import type { ApiClient, SessionHeader } from './api-client.ts'
import type { DemoGiven } from './demo-step.ts'
import { type Entrant, makeGame } from './make-games.ts'
import { makeRacerNames } from './racer-names.ts'
import { SeededRandom } from './seeded-random.ts'

const ORGANISER = 'MarbleMaven'
const STREAMERS = ['MarbleMaven', 'Gravelgran', 'Pebblewick', 'Rolly_Polly']
const CONFIGURATION = "Maven's Mix"
const SERIES = 'Road to the Marble Finals'
const FINISHED = 'Autumn Showdown'
const TO_COME = 'Winter Warm-up'

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
const RACERS = 140
const LOBBY = 42
const GAMES = 14
/** An event day's first game, in hours UTC. */
const FIRST_GAME_HOUR = 18

interface EventSketch {
  name: string
  /** Relative to today. */
  first: number
  last: number
}

/** Skips what an interrupted filling has made already. */
export async function fillEvents({ apiClient, today, say }: DemoGiven): Promise<void> {
  const organiser = await apiClient.signIn(ORGANISER)
  const participants = await userIds(apiClient, organiser)
  const leaderboard = await configuration(apiClient, organiser)
  const day = (offset: number) =>
    new Date(today.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  const bodyOf = ({ name, first, last }: EventSketch) => ({
    name,
    startDate: day(first),
    endDate: day(last),
    participants,
    leaderboard,
  })
  const there = await apiClient.call<{
    eventSeries: { name: string }[]
    events: { name: string }[]
  }>('/api/events/getAll', organiser)

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
  const firstGame = Date.parse(`${day}T${FIRST_GAME_HOUR}:00:00Z`)
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
