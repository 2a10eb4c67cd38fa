/** Plays two of three rounds of a small league: its channels differ in size, fair points count, and rounds prescribe games. */
import { MINUTE_MS } from '@rollcall/formats/durations'
import { makeGame } from '@rollcall/formats/testing/make-games'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import type { ApiClient, SessionHeader } from './api-client.ts'
import { makeRegulars, STREAMERS } from './crowd.ts'
import type { DemoGiven } from './demo-step.ts'
import { openOrganiser } from './fill-events.ts'

const LEAGUE = 'Community Weeks'

/** On days without other events, whose games would count in both. */
const WEEKS = [
  { name: 'Warm-up week', first: -25, last: -20 },
  { name: 'Spiral week', first: -18, last: -13, map: 'Spiral Steps' },
  { name: 'Garden week', first: 3, last: 8, map: 'Glass Garden' },
]
type Week = (typeof WEEKS)[number]

const FOUNDED_DAYS_AGO = 28

/** How many of the regulars come to each channel. */
const LOBBIES = new Map([
  ['Gravelgran', 26],
  ['Pebblewick', 14],
  ['Rolly_Polly', 8],
])
const GAMES = 4
const OTHER_MAP = 'Ice Rink'
const FIRST_GAME_HOUR_UTC = 17

/** The games of the week before the last can still be swapped. */
const OBJECTION_HOURS = 14 * 24

const RULES = {
  points: { kind: 'fair', games: 5 },
  drops: [],
  minimumRounds: 1,
  ties: ['best_results', 'wins', 'last_round'],
  multipliers: [],
  objectionHours: OBJECTION_HOURS,
}

const prescription = (map: string) => ({
  mode: 'race',
  map: { name: map, creator: 'Pixel by Pixel Studios' },
  sessionType: null,
  hours: null,
  games: { which: 'first', count: GAMES },
})
const announcement = (map: string) => `Set ${map} to five laps, please.`

interface FoundLeague {
  publicToken: string | null
  rounds: { eventId: number; name: string; state: string }[]
}

export async function fillWeeks({ apiClient, today, say, daysAgo }: DemoGiven): Promise<void> {
  const { organiser, day, makeBody, listEvents } = await openOrganiser(apiClient, today)
  const find = async () => (await listEvents()).eventSeries.find(({ name }) => name === LEAGUE)
  if ((await find()) === undefined) {
    await daysAgo(FOUNDED_DAYS_AGO, async () => {
      const events = WEEKS.map(({ map, ...week }) => {
        const { participants, ...body } = makeBody(week)
        return { ...body, participants: participants.filter((_, index) => hasLobby(index)) }
      })
      const body = { seriesName: LEAGUE, events }
      await apiClient.call('/api/events/createEventSeries', organiser, body)
    })
  }
  const series = `/api/events/series/${(await find())?.id}`
  const league = `${series}/league`
  await daysAgo(FOUNDED_DAYS_AGO, async () => {
    await apiClient.call(league, organiser, { rules: RULES }, 'PUT')
    const { publicToken } = await apiClient.call<FoundLeague>(league, organiser)
    if (publicToken === null) await apiClient.call(`${series}/link`, organiser, undefined, 'POST')
    await prescribe(apiClient, { organiser, league })
  })
  for (const week of WEEKS) {
    if (week.last > 0) continue
    await daysAgo(-week.last - 1, async () => {
      for (const streamer of LOBBIES.keys()) {
        await playWeek(apiClient, { streamer, week, day: day(week.first + 1) })
      }
    })
  }
  say(`  ${LEAGUE} has played ${WEEKS.filter(({ last }) => last < 0).length} rounds`)
  await finish(apiClient, { organiser, league, name: WEEKS[0]?.name })
  await announceSlot(apiClient, { organiser, league, day })
  await apiClient.signOut(organiser)
}

/** Whether the streamer at the index runs rounds of this league. */
const hasLobby = (index: number) => LOBBIES.has(STREAMERS[index] ?? '')

interface OfLeague {
  organiser: SessionHeader
  league: string
}

async function prescribe(apiClient: ApiClient, { organiser, league }: OfLeague): Promise<void> {
  const { rounds } = await apiClient.call<FoundLeague>(league, organiser)
  for (const { eventId, name } of rounds) {
    const map = WEEKS.find((week) => week.name === name)?.map
    if (map === undefined) continue
    const path = `${league}/rounds/${eventId}`
    const prescribed = { prescription: prescription(map) }
    await apiClient.call(`${path}/prescription`, organiser, prescribed, 'PUT')
    const said = { announcement: announcement(map) }
    await apiClient.call(`${path}/announcement`, organiser, said, 'PUT')
  }
}

/** Where a map is prescribed, the first game was on another one, and the last is one more than count. */
async function playWeek(
  apiClient: ApiClient,
  { streamer, week, day }: { streamer: string; week: Week; day: string },
): Promise<void> {
  const session = await apiClient.signIn(streamer)
  const random = new SeededRandom(`${LEAGUE} ${week.name} ${streamer}`)
  const start = Date.parse(`${day}T${FIRST_GAME_HOUR_UTC}:00:00Z`)
  const extra = week.map === undefined ? 0 : 2
  for (let index = 0; index < GAMES + extra; index += 1) {
    const map = index === 0 && week.map !== undefined ? OTHER_MAP : week.map
    const entrants = random.shuffled(makeRegulars()).slice(0, LOBBIES.get(streamer))
    const finishedAt = new Date(start + index * 6 * MINUTE_MS)
    const files = { ...makeGame(random, { mode: 'race', entrants, finishedAt, map }) }
    await apiClient.uploadForm('/api/app/upload-mpl-data', { files }, session)
  }
  await apiClient.signOut(session)
}

async function finish(
  apiClient: ApiClient,
  { organiser, league, name }: OfLeague & { name: string | undefined },
): Promise<void> {
  const { rounds } = await apiClient.call<FoundLeague>(league, organiser)
  const round = rounds.find((each) => each.name === name)
  if (round?.state !== 'provisional') return
  await apiClient.call(`${league}/rounds/${round.eventId}`, organiser, { to: 'final' }, 'PUT')
}

/** One of the streamers says when they run the next round. */
async function announceSlot(
  apiClient: ApiClient,
  { organiser, league, day }: OfLeague & { day: (days: number) => string },
): Promise<void> {
  const next = WEEKS.find(({ first }) => first > 0)
  const { rounds } = await apiClient.call<FoundLeague>(league, organiser)
  const eventId = rounds.find(({ name }) => name === next?.name)?.eventId
  const [streamer] = LOBBIES.keys()
  if (next === undefined || eventId === undefined || streamer === undefined) return
  const session = await apiClient.signIn(streamer)
  const slot = `${day(next.first + 1)}T19:00:00Z`
  await apiClient.call(`/api/events/own-rounds/${eventId}/slot`, session, { slot }, 'PUT')
  await apiClient.signOut(session)
}
