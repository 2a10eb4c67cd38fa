/** Plays half a season of a league: four of its eight rounds, with a penalty, an objection, and two teams close together. */
import { MINUTE_MS } from '@rollcall/formats/durations'
import { makeGame } from '@rollcall/formats/testing/make-games'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import type { ApiClient, SessionHeader } from './api-client.ts'
import { makeRegulars, STREAMERS } from './crowd.ts'
import type { DemoGiven } from './demo-step.ts'
import { openOrganiser, SHOW_TIME } from './fill-events.ts'

const LEAGUE = 'Pebble Premier League'

/** A round a week. */
const ROUNDS = [
  { name: 'Opening night', day: -26 },
  { name: 'Canyon classic', day: -19 },
  { name: 'Funnel frenzy', day: -12 },
  { name: 'Quarry quarrel', day: -5 },
  { name: 'Spiral sprint', day: 2 },
  { name: 'Glass garden party', day: 9 },
  { name: 'Ice rink rumble', day: 16 },
  { name: 'Grand finale', day: 23 },
]
const PLAYED = ROUNDS.filter(({ day }) => day < 0)
const PENALISED = 'Canyon classic'
const DISPUTED = 'Quarry quarrel'

/** Before the first round. */
const FOUNDED_DAYS_AGO = 30

/** With this one, the third rule decides between two rows, and the teams are close together. */
const SEED = 3
const LOBBY = 20
const GAMES = 6
const FIRST_GAME_HOUR_UTC = 18

const NEXT_ROUND = 'Five laps a race, six races. Please stream the lobby from its first minute.'
const SLOT_HOURS_UTC = ['18:00', '19:30']

const RULES = {
  points: { kind: 'places', table: [25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] },
  drops: [0, 0, 0, 0, 1],
  minimumRounds: 2,
  ties: ['best_results', 'wins', 'last_round'],
  multipliers: [],
  teams: { best: 3, minSize: 1, maxSize: 5 },
}

const PRIZES = ['A marble in your colours', 'A map with your name', 'A sticker sheet']

const TEAMS = [
  { name: 'Copper Comets', color: 'orange' },
  { name: 'Glass Gliders', color: 'sky' },
] as const

/** The best racers of the league, dealt so that both teams are about as good. */
const DEALT = [0, 1, 1, 0, 0, 1, 1, 0]

/** Nobody signs in as a hidden racer. */
const isLogin = (name: string) => /^\w+$/.test(name)

interface FoundLeague {
  rounds: { eventId: number; name: string; state: string; openObjections: number }[]
  rows: { racer_name: string }[]
}

interface FoundTeam {
  id: number
  name: string
  deciding: { token: string; asked: { id: number }[] } | null
}

export async function fillLeague(given: DemoGiven): Promise<void> {
  const { apiClient, today, daysAgo, say } = given
  const { organiser, day, makeBody, listEvents } = await openOrganiser(apiClient, today)
  const find = async () => (await listEvents()).eventSeries.find(({ name }) => name === LEAGUE)
  if ((await find()) === undefined) {
    for (const { login } of makeRegulars()) {
      await apiClient.signOut(await apiClient.signIn(login))
    }
    await daysAgo(FOUNDED_DAYS_AGO, async () => {
      const events = ROUNDS.map(({ name, day: first }) =>
        makeBody({ name, first, last: first, showTime: SHOW_TIME }),
      )
      const body = { seriesName: LEAGUE, events }
      await apiClient.call('/api/events/createEventSeries', organiser, body)
    })
  }
  const series = `/api/events/series/${(await find())?.id}`
  const league = `${series}/league`
  await daysAgo(FOUNDED_DAYS_AGO, async () => {
    await apiClient.call(league, organiser, { rules: RULES }, 'PUT')
    await apiClient.call(`${league}/prizes`, organiser, { prizes: PRIZES }, 'PUT')
    await apiClient.call(`${series}/link`, organiser, undefined, 'POST')
  })
  for (const round of PLAYED) {
    // On the day after it.
    await daysAgo(-round.day - 1, async () => {
      for (const streamer of STREAMERS) {
        await playRound(apiClient, { streamer, name: round.name, day: day(round.day) })
      }
      await settleRound(apiClient, { organiser, league, name: round.name })
    })
    say(`  ${round.name} has been played`)
  }
  await fillTeams(given, { organiser, league })
  await announceNext(apiClient, { organiser, league, day })
  await apiClient.signOut(organiser)
}

/** Two streamers announce when they run the next round, and one begins before the other ends. */
async function announceNext(
  apiClient: ApiClient,
  {
    organiser,
    league,
    day,
  }: { organiser: SessionHeader; league: string; day: (days: number) => string },
): Promise<void> {
  const { rounds } = await apiClient.call<FoundLeague>(league, organiser)
  const next = ROUNDS.find((round) => round.day > 0)
  const eventId = rounds.find(({ name }) => name === next?.name)?.eventId
  if (next === undefined || eventId === undefined) return
  const announcement = { announcement: NEXT_ROUND }
  const path = `${league}/rounds/${eventId}/announcement`
  await apiClient.call(path, organiser, announcement, 'PUT')
  for (const [index, hour] of SLOT_HOURS_UTC.entries()) {
    const session = await apiClient.signIn(STREAMERS[index] ?? '')
    const slot = `${day(next.day)}T${hour}:00Z`
    await apiClient.call(`/api/events/own-rounds/${eventId}/slot`, session, { slot }, 'PUT')
    await apiClient.signOut(session)
  }
}

/** Uploads a streamer's games of a round. */
async function playRound(
  apiClient: ApiClient,
  { streamer, name, day }: { streamer: string; name: string; day: string },
): Promise<void> {
  const session = await apiClient.signIn(streamer)
  const random = new SeededRandom(`${LEAGUE} ${name} ${streamer} ${SEED}`)
  const firstGame = Date.parse(`${day}T${FIRST_GAME_HOUR_UTC}:00:00Z`)
  for (let index = 0; index < GAMES; index += 1) {
    const entrants = random.shuffled(makeRegulars()).slice(0, LOBBY)
    const finishedAt = new Date(firstGame + index * 6 * MINUTE_MS)
    const files = { ...makeGame(random, { mode: 'race', entrants, finishedAt }) }
    await apiClient.uploadForm('/api/app/upload-mpl-data', { files }, session)
  }
  await apiClient.signOut(session)
}

/** Makes a round final, the penalised one with its penalty. The disputed one waits for the answer to an objection. */
async function settleRound(
  apiClient: ApiClient,
  { organiser, league, name }: { organiser: SessionHeader; league: string; name: string },
): Promise<void> {
  const { rounds } = await apiClient.call<FoundLeague>(league, organiser)
  const round = rounds.find((each) => each.name === name)
  if (round?.state !== 'provisional') return
  const racerAt = async (index: number) => {
    const path = `/api/events/get-leaderboard/${round.eventId}?page=1&streamer=all`
    const board = await apiClient.call<{ rows: { racer_name: string }[] }>(path, organiser)
    return board.rows.map(({ racer_name }) => racer_name).filter(isLogin)[index] ?? ''
  }
  if (name === DISPUTED) {
    if (round.openObjections === 0) {
      const racer = await apiClient.signIn(await racerAt(2))
      const text = 'The last race ran on the wrong map. Please leave it out.'
      await apiClient.call(`/api/events/objections/${round.eventId}`, racer, { text })
      await apiClient.signOut(racer)
    }
    return
  }
  if (name === PENALISED) {
    const path = `/api/events/adjustments/${round.eventId}`
    const { adjustments } = await apiClient.call<{ adjustments: object[] }>(path, organiser)
    if (adjustments.length === 0) {
      const note = 'Left the last race before its end.'
      const penalty = { kind: 'penalty', points: 40, reason: 'left-early', note }
      await apiClient.call(path, organiser, { racer: await racerAt(0), ...penalty })
    }
  }
  await apiClient.call(`${league}/rounds/${round.eventId}`, organiser, { to: 'final' }, 'PUT')
}

/** Members joined before the first round. */
async function fillTeams(
  { apiClient, daysAgo }: DemoGiven,
  { organiser, league }: { organiser: SessionHeader; league: string },
): Promise<void> {
  const { rows } = await apiClient.call<FoundLeague>(league, organiser)
  const best = rows.map(({ racer_name }) => racer_name).filter(isLogin)
  const findTeams = async () =>
    (await apiClient.call<{ teams: FoundTeam[] }>(`${league}/teams`, organiser)).teams
  const made = await findTeams()
  for (const team of TEAMS) {
    if (!made.some(({ name }) => name === team.name)) {
      await apiClient.call(`${league}/teams`, organiser, team)
    }
  }
  const tokens = new Map((await findTeams()).map(({ name, deciding }) => [name, deciding?.token]))
  for (const [index, team] of DEALT.entries()) {
    const name = best[index]
    if (name === undefined) continue
    const member = await apiClient.signIn(name)
    const token = tokens.get(TEAMS[team]?.name ?? '')
    await apiClient.call(`/api/teams/${token}`, member, undefined, 'POST')
    await apiClient.signOut(member)
  }
  await daysAgo(FOUNDED_DAYS_AGO, async () => {
    for (const { id, name, deciding } of await findTeams()) {
      for (const person of deciding?.asked ?? []) {
        const path = `${league}/teams/${id}/members/${person.id}`
        await apiClient.call(path, organiser, undefined, 'PUT')
      }
      const team = TEAMS.find(({ name: known }) => known === name)
      const body = { ...team, captain: deciding?.asked[0]?.id }
      if (team && body.captain)
        await apiClient.call(`${league}/teams/${id}`, organiser, body, 'PUT')
    }
  })
}
