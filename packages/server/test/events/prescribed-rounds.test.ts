/** Rounds that prescribe which games count. */
import { randomUUID } from 'node:crypto'
import { NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { gameUpload, raceFiles, sampleGame } from '../helpers/game-files.ts'
import { settleRounds } from '../helpers/settle-work.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const CHANNELS = Array.from({ length: 20 }, (_, index) => `caster_${index + 1}`)
const GAMES = 15
const FIRST = 3
const DAYS = ['2026-09-14', '2026-09-16', '2026-09-18']
const PRESCRIPTION = {
  mode: 'race',
  map: { name: 'Spire', creator: 'Ada' },
  sessionType: 'Simulation',
  hours: { from: 18, until: 22 },
  games: { which: 'first', count: FIRST },
}
const RULES = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [], multipliers: [] }

let server: TestServer
let host: Session
let helper: Session
let casters: Readonly<Record<string, Session | undefined>>
let seriesId: number
let rounds: number[]
let season: number
let boss: Session
let ids: Record<string, number>

const roundUrl = (index: number, rest: string) =>
  `/api/events/series/${seriesId}/league/rounds/${rounds[index]}${rest}`
const prescribe = (index: number, prescription: object | null, headers = host) =>
  server.call({
    method: 'PUT',
    url: roundUrl(index, '/prescription'),
    headers,
    body: { prescription },
  })
interface RoundGames {
  prescription: object | null
  canSwap: boolean
  channels: {
    streamer: { username: string }
    games: { id: number; refusal: string | null }[]
  }[]
}
const listGames = (index: number, headers = host): Promise<RoundGames> =>
  server.ask({ method: 'GET', url: roundUrl(index, '/games'), headers })
const swap = (index: number, game: number, swapped: string | null, headers = host) =>
  server.call({ method: 'PUT', url: roundUrl(index, `/games/${game}`), headers, body: { swapped } })
/** The rows of All Streamers. */
const board = async (index: number): Promise<{ race_races: number; racer_name: string }[]> => {
  const url = `/api/events/get-leaderboard/${rounds[index]}?page=1&streamer=all`
  const { rows } = await server.ask({ method: 'GET', url, headers: host })
  return rows
}
const league = () =>
  server.ask({ method: 'GET', url: `/api/events/series/${seriesId}/league`, headers: host })
const gamesOf = async (index: number, name: string) =>
  (await listGames(index)).channels.find(({ streamer }) => streamer.username === name)?.games ?? []

const clockTo = (at: number) =>
  server.clock.advance({ minutes: (at - server.clock.now().getTime()) / 60_000 })
/** The streamer says how many of their next games count. */
const say = (index: number, name: string, waiting: number) => {
  const url = `/api/events/own-rounds/${rounds[index]}/named`
  return server.call({ method: 'PUT', url, headers: casters[name] ?? {}, body: { waiting } })
}
const namedBy = async (index: number, name: string): Promise<{ waiting: number }> => {
  const url = '/api/events/own-rounds'
  const own = await server.ask({ method: 'GET', url, headers: casters[name] ?? {} })
  const round = own.find(({ eventId }: { eventId: number }) => eventId === rounds[index])
  return round.named
}

beforeAll(async () => {
  const started = await startEventServer(
    ['host', 'helper', ...CHANNELS] as ('host' | 'helper')[],
    `${DAYS[0]}T00:00:00Z`,
  )
  ;({ server } = started)
  casters = started.people
  ;({ host, helper, boss } = started.people)
  ;({ ids } = started)
  const created = await createRounds(server, host, {
    ...{
      name: 'Community Series',
      days: [...DAYS, DAYS[0] ?? ''],
      leaderboard: started.leaderboard,
    },
    participants: CHANNELS.map((name) => started.ids[name]),
  })
  const [first = 0, named = 0, ...others] = created.rounds
  ;({ seriesId } = created)
  rounds = [first, ...others, named]
  await server.ask({
    method: 'PUT',
    url: `/api/events/series/${seriesId}/league`,
    headers: host,
    body: { rules: RULES },
  })
})
afterAll(() => server.stop())

interface Played {
  /** Two thirds are as they should be. */
  fault: 'mode' | 'map' | 'creator' | 'no map' | 'session' | 'hours' | null
  minute: number
}

const FAULTS = {
  ...{ mode: 'other_mode', map: 'other_map', creator: 'other_map', 'no map': 'no_map' },
  ...{ session: 'other_session', hours: 'other_hours' },
}

/** What a round that wants the first three games says of a channel's games, in order. */
function expectedRefusals(games: readonly Played[]): (string | null)[] {
  let counted = 0
  return games.map(({ fault }) => {
    if (fault !== null) return FAULTS[fault]
    counted += 1
    return counted > FIRST ? 'not_first' : null
  })
}

const days = fc.array(
  fc.record({
    fault: fc.oneof(
      { weight: 2, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('mode', 'map', 'creator', 'no map', 'session', 'hours'),
      },
    ),
    minute: fc.integer({ min: 1, max: 10 }),
  }),
  { minLength: GAMES, maxLength: GAMES },
) as fc.Arbitrary<Played[]>

/** Of each channel. */
const evenings = fc.sample(days, { numRuns: CHANNELS.length, seed: 20260914 })
/** Such games are not what the round prescribes, but they are ranked. */
const RANKED_FAULTS = new Set<Played['fault']>(['mode', 'no map', 'session'])

/** The files of a game that is as prescribed, or has the fault. */
function filesOf({ fault }: Played, finishedAt: Date): Record<string, Buffer> {
  if (fault === 'mode') return royaleFiles(finishedAt)
  const { summaryData, ...files } = raceFiles(['ada', 'bea', 'cai'], finishedAt, {
    map: fault === 'map' ? 'Hill' : 'spire',
    creator: fault === 'creator' ? 'Bea' : 'ada',
    sessionType: fault === 'session' ? 'Qualifying' : 'Simulation',
  })
  return fault === 'no map' ? files : { ...files, ...(summaryData && { summaryData }) }
}

function royaleFiles(finishedAt: Date): Record<string, Buffer> {
  const id = randomUUID()
  const rewrite = (file: Buffer) =>
    Buffer.from(
      file
        .toString()
        .replaceAll('6b0404f2-b094-90b8-6b01-a1c12a3a2107', id)
        .replaceAll('2026-09-14T19:10:19.478Z', finishedAt.toISOString()),
    )
  return Object.fromEntries(
    Object.entries(sampleGame('royale/v4/01-normal')).map(([part, file]) => [part, rewrite(file)]),
  )
}

/** A round of the same day as the first, in which streamers name two games. */
const NAMED = { round: 3, count: 2 }
/** How long `raceFiles` says that a race of three takes. */
const LASTED_MS = 62_000

interface Saying {
  /** After 18:00. */
  second: number
  act: 'name' | 'take back'
}

/** What streamers say in the course of the evening. */
const sayings = fc.sample(
  fc.uniqueArray(
    fc.record({
      second: fc.integer({ min: 0, max: 1_800 }),
      act: fc.constantFrom<Saying['act']>('name', 'name', 'take back'),
    }),
    { maxLength: 6, selector: ({ second }) => second },
  ),
  { numRuns: CHANNELS.length, seed: 20260916 },
)
const inOrder = (said: readonly Saying[] = []) => said.toSorted((a, b) => a.second - b.second)

/** The evening as somebody would follow it who writes down what was said: by game, in order of their finishes. */
function expectedOfNamed(
  games: readonly { fault: Played['fault']; finishedAt: Date }[],
  said: readonly Saying[],
): (string | null)[] {
  const begins = Date.parse(`${DAYS[0]}T18:00:00Z`)
  const notes: { from: number; until: number; isUsed: boolean }[] = []
  for (const { second, act } of inOrder(said)) {
    const at = begins + second * 1_000
    const open = notes.filter(({ until }) => until === Number.POSITIVE_INFINITY)
    if (act === 'name' && open.length < NAMED.count) {
      notes.push({ from: at, until: Number.POSITIVE_INFINITY, isUsed: false })
    }
    const last = open.at(-1)
    if (act === 'take back' && last) last.until = at
  }
  let counted = 0
  return games.map(({ fault, finishedAt }) => {
    if (fault !== null && fault !== 'hours') return FAULTS[fault]
    const start = finishedAt.getTime() - LASTED_MS
    const note = notes.find(({ from, until, isUsed }) => !isUsed && from < start && start <= until)
    if (note === undefined) return 'not_named'
    note.isUsed = true
    counted += 1
    return counted > NAMED.count ? 'enough_others' : null
  })
}

const upload = (name: string, files: Record<string, Buffer>, finishedAt: Date) =>
  server.ask(
    gameUpload(files, {
      headers: casters[name] ?? {},
      fields: { finishedAt: finishedAt.toISOString() },
    }),
  )

/** A channel's games, in the order in which they arrive, and when they finished. */
function gamesOfEvening(games: readonly Played[]) {
  let minutes = 0
  return games.map((game) => {
    minutes += game.minute
    // Outside the hours, it is late in the evening, and all the others are earlier.
    const hour = game.fault === 'hours' ? 22 : 18
    const finishedAt = new Date(`${DAYS[0]}T00:00:00Z`)
    finishedAt.setUTCMinutes(60 * hour + minutes / 3, (minutes % 3) * 20)
    return { game, finishedAt }
  })
}

/** Everybody says it when they say it; no game has arrived yet. */
async function sayWhatCounts(): Promise<void> {
  const all = CHANNELS.flatMap((name, index) =>
    inOrder(sayings[index]).map((said) => ({ name, ...said })),
  )
  for (const { name, second, act } of all.toSorted((a, b) => a.second - b.second)) {
    clockTo(Date.parse(`${DAYS[0]}T18:00:00Z`) + second * 1_000)
    const { waiting } = await namedBy(NAMED.round, name)
    await say(NAMED.round, name, Math.max(0, waiting + (act === 'name' ? 1 : -1)))
  }
}

it('counts just the games that it prescribes, and says in each receipt why another does not count', async () => {
  await prescribe(0, PRESCRIPTION)
  await prescribe(NAMED.round, {
    ...{ ...PRESCRIPTION, hours: null },
    games: { which: 'named', count: NAMED.count },
  })
  await sayWhatCounts()
  clockTo(Date.parse(`${DAYS[0]}T23:00:00Z`))
  const counted = { first: 0, named: 0 }
  for (const [index, name] of CHANNELS.entries()) {
    const games = gamesOfEvening(evenings[index] ?? [])
    const expected = expectedRefusals(games.map(({ game }) => game))
    for (const [number, { game, finishedAt }] of games.entries()) {
      const { warnings, ...receipt } = await upload(name, filesOf(game, finishedAt), finishedAt)
      season = receipt.season
      expect(
        warnings
          .filter(({ code }: { code: string }) => code === 'not_in_round')
          .filter(({ params }: { params: { round: string } }) => params.round === 'Round 1')
          .map(({ params }: { params: { refusal: string } }) => params.refusal),
        `${name}, game ${number + 1}: ${game.fault}`,
      ).toEqual(expected[number] === null ? [] : [expected[number]])
    }
    const stored = await gamesOf(0, name)
    expect(stored.map(({ refusal }) => refusal).toSorted()).toEqual(expected.toSorted())
    const inTime = games
      .map(({ game, finishedAt }) => ({ fault: game.fault, finishedAt }))
      .toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime())
    const ofNamed = expectedOfNamed(inTime, sayings[index] ?? [])
    const named = await gamesOf(NAMED.round, name)
    expect(
      named.map(({ refusal }) => refusal),
      name,
    ).toEqual(ofNamed)
    counted.first += expected.filter((refusal) => refusal === null).length
    counted.named += ofNamed.filter((refusal) => refusal === null).length
  }
  expect(counted.first).toBeGreaterThan(50)
  expect(counted.named).toBeGreaterThan(10)
  // Ada, Bea and Cai race in each, and nobody else does.
  for (const [round, count] of [
    [0, counted.first],
    [NAMED.round, counted.named],
  ] as const) {
    const races = (await board(round)).map(({ race_races }) => race_races)
    expect(races).toEqual([count, count, count])
  }
}, 300_000)

it('a game that is not ranked counts in the round, and not in the season', async () => {
  const [name = ''] = CHANNELS
  const { data } = await server.ask({
    method: 'POST',
    url: '/api/leaderboard/',
    body: { channel: name, season },
  })
  const ranked = evenings[0]?.filter(({ fault }) => RANKED_FAULTS.has(fault)).length
  const row = data.find(({ login }: { login: string }) => login === name)
  expect(row.totalRaces).toBe(ranked)
})

it('a game that is swapped in takes the place of the last one, and stays', async () => {
  const [name = ''] = CHANNELS
  const before = await gamesOf(0, name)
  const late = before.find(({ refusal }) => refusal === 'not_first')
  const last = before.findLast(({ refusal }) => refusal === null)
  await swap(0, late?.id ?? 0, 'in')
  const refusals = async () =>
    new Map((await gamesOf(0, name)).map(({ id, refusal }) => [id, refusal]))
  expect((await refusals()).get(late?.id ?? 0)).toBeNull()
  expect((await refusals()).get(last?.id ?? 0)).toBe('not_first')
  // Other rules find it where it was put.
  await prescribe(0, { ...PRESCRIPTION, map: { name: 'Elsewhere', creator: null } })
  expect((await refusals()).get(late?.id ?? 0)).toBeNull()
  await prescribe(0, PRESCRIPTION)
  await swap(0, late?.id ?? 0, 'out')
  expect((await refusals()).get(late?.id ?? 0)).toBe('swapped_out')
  expect((await refusals()).get(last?.id ?? 0)).toBeNull()
  await swap(0, late?.id ?? 0, null)
  expect((await refusals()).get(late?.id ?? 0)).toBe('not_first')
})

it('streamers see their own games, and nobody else decides about them', async () => {
  const { caster_1: caster } = casters
  const { canSwap, channels } = await listGames(0, caster)
  expect(canSwap).toBe(false)
  expect(channels.map(({ streamer }) => streamer.username)).toEqual(['caster_1'])
  const [game] = channels[0]?.games ?? []
  expect((await swap(0, game?.id ?? 0, 'in', caster)).json()).toEqual({ unauthorized: true })
  expect((await prescribe(0, null, caster)).json()).toEqual({ unauthorized: true })
  expect((await swap(0, 999_999, 'in')).json()).toMatchObject({ code: 'no_such_round_game' })
})

it('a game that has started stays named, and one that was named too late does not count', async () => {
  await prescribe(2, { ...PRESCRIPTION, hours: null, games: { which: 'named', count: 1 } })
  const [, name = ''] = CHANNELS
  const at = (minutes: number) => Date.parse(`${DAYS[2]}T12:00:00Z`) + minutes * 60_000
  const play = async (minutes: number) => {
    const finishedAt = new Date(at(minutes))
    clockTo(finishedAt.getTime() + 1_000)
    await upload(name, filesOf({ fault: null, minute: 1 }, finishedAt), finishedAt)
  }
  const refusals = async () => (await gamesOf(2, name)).map(({ refusal }) => refusal)
  // Half a minute before it finishes, a game of a minute has started.
  clockTo(at(9.5))
  await say(2, name, 1)
  await play(10)
  expect(await refusals()).toEqual(['not_named'])
  clockTo(at(19.5))
  await say(2, name, 0)
  await play(20)
  expect(await refusals()).toEqual(['not_named', null])
  expect((await say(2, name, 1)).json()).toMatchObject({ code: 'enough_named' })
  // An organiser's choice is one of the number; what they take out leaves a place, which nobody has named before.
  const [early, meant] = await gamesOf(2, name)
  await swap(2, early?.id ?? 0, 'in')
  expect(await refusals()).toEqual([null, 'enough_others'])
  await swap(2, early?.id ?? 0, null)
  await swap(2, meant?.id ?? 0, 'out')
  await play(30)
  expect(await refusals()).toEqual(['not_named', 'swapped_out', 'not_named'])
  await say(2, name, 1)
  await play(40)
  expect(await refusals()).toEqual(['not_named', 'swapped_out', 'not_named', null])
  await prescribe(2, { ...PRESCRIPTION, hours: null, games: { which: 'first', count: 1 } })
  expect((await say(2, name, 2)).json()).toMatchObject({ code: 'names_no_games' })
})

const actOf = ({ username, summary }: { username: string; summary: string }) => [username, summary]

it('who swaps a game is in the audit log', async () => {
  const url = `/api/events/series/${seriesId}/helpers/${ids.helper}`
  await server.ask({
    method: 'PUT',
    url,
    headers: host,
    body: { role: 'co-organiser', seesSealed: false },
  })
  const [game] = await gamesOf(0, 'caster_2')
  await swap(0, game?.id ?? 0, 'out', helper)
  await swap(0, game?.id ?? 0, null)
  const { entries } = await server.ask({
    method: 'GET',
    url: '/api/admin/audit-log?kind=act',
    headers: boss,
  })
  const swapped = `Decided about the game ${game?.id} in the round Round 1 of the league Community Series.`
  expect(entries.slice(0, 2).map(actOf)).toEqual([
    ['host', swapped],
    ['helper', swapped],
  ])
})

it('prescribes no kind of game that the event does not count, and no hours that end before they begin', async () => {
  const backwards = await prescribe(0, { ...PRESCRIPTION, hours: { from: 22, until: 18 } })
  expect(backwards.statusCode).toBe(400)
  const { id: leaderboard } = await server.ask({
    method: 'POST',
    url: '/api/events/leaderboard-config',
    headers: host,
    body: {
      config: {
        ...NEW_CONFIGURATION,
        name: 'Royales',
        gameModes: { racing: false, battleRoyale: true, tilted: false },
      },
    },
  })
  const royales = await createRounds(server, host, {
    ...{ name: 'Royale Series', days: DAYS.slice(2), leaderboard, participants: [ids.caster_1] },
  })
  const url = `/api/events/series/${royales.seriesId}/league`
  await server.ask({ method: 'PUT', url, headers: host, body: { rules: RULES } })
  const refused = await server.call({
    method: 'PUT',
    url: `${url}/rounds/${royales.rounds[0]}/prescription`,
    headers: host,
    body: { prescription: PRESCRIPTION },
  })
  expect(refused.json()).toMatchObject({ code: 'mode_not_counted' })
})

it('a final round keeps its board when other games are prescribed, until its organiser publishes that', async () => {
  server.clock.advance({ minutes: 2 * 24 * 60 })
  await settleRounds(server.context)
  server.clock.advance({ minutes: 3 * 24 * 60 })
  await settleRounds(server.context)
  const before = await league()
  expect(before.rounds[0]?.state).toBe('final')
  await prescribe(0, { ...PRESCRIPTION, games: { which: 'first', count: 2 } })
  const after = await league()
  expect(after.rows).toEqual(before.rows)
  expect(after.rounds[0]?.hasProposal).toBe(true)
})

it('a series without rules prescribes nothing, nor does a single event', async () => {
  const prescription = async (index: number) => (await listGames(index)).prescription
  await prescribe(1, PRESCRIPTION)
  await prescribe(2, PRESCRIPTION)
  const event = `/api/events/series/${seriesId}/events/${rounds[1]}`
  await server.ask({ method: 'DELETE', url: event, headers: host })
  await server.ask({ method: 'PUT', url: event, headers: host })
  expect(await prescription(1)).toBeNull()
  expect(await prescription(2)).toEqual(PRESCRIPTION)
})
