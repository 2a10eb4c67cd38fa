/**
 * Random seasons: results, undone uploads, names that are hidden or changed, adjustments, revisions and voided rounds come
 * through the API, and after each step the public table equals the plainest recomputation from stored event results.
 * `npm test` plays 2 seasons, `npm run test:long` 40.
 */
import type { LeagueRow, LeagueRules, Round } from '@rollcall/contract/leagues'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { TIE_RULES } from '@rollcall/scoring/ties'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRounds } from '../helpers/event-server.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { shareOf } from '../helpers/random-cases.ts'
import { type Session, startTestServer, type TestServer, userIds } from '../helpers/test-server.ts'
import { lastUndoable } from '../helpers/uploading-streamer.ts'
import { type Entry, expectedTable, readEntries, readPeople } from './expected-league.ts'

/** Rounds here have no game that decides. */
const COMPARED = TIE_RULES.filter((rule) => rule !== 'named_game')

const SEASONS = 40
const STEPS = 40
const ROUNDS = 4
const RACERS = 7
const MOST_IN_RACE = 8
/** Few, so that there are ties. */
const POINTS = [-2.5, 0, 3, 5, 5.13, 8, 10, 12.25]
const CASTERS = ['caster_a', 'caster_b'] as const

let server: TestServer
let twitch: FakeTwitch
let host: Session
let casters: Record<(typeof CASTERS)[number], Session>
let participants: number[]
let leaderboard: number

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-09-14T12:00:00Z'),
  })
  const signIn = (login: string) => server.signInWith(twitch.issue(login))
  host = await signIn('host')
  casters = { caster_a: await signIn('caster_a'), caster_b: await signIn('caster_b') }
  const ids = await userIds(server)
  participants = CASTERS.map((name) => ids[name] ?? 0)
  const url = '/api/events/leaderboards'
  leaderboard = (await server.ask({ method: 'GET', url, headers: host }))[0].id
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

it(`${shareOf(SEASONS)} random seasons`, async () => {
  for (let number = 1; number <= shareOf(SEASONS); number += 1) {
    await new RandomSeason(number).play()
  }
})

interface Person {
  id: string
  login: string
  session: Session
}

class RandomSeason {
  readonly #number: number
  /** Every other league counts fair points, of races and not of snapshots. */
  readonly #isFair: boolean
  readonly #random: SeededRandom
  readonly #people: Person[] = []
  /** Logins that somebody gave up. */
  readonly #free: string[] = []
  readonly #voided = new Set<number>()
  readonly #final = new Map<number, Entry[]>()
  readonly #ended = new Set<number>()
  readonly #taken: string[] = []
  #series = ''
  #rounds: number[] = []
  #token = ''
  #rules: LeagueRules

  constructor(number: number) {
    this.#number = number
    this.#isFair = number % 2 === 0
    this.#random = new SeededRandom(`season ${number}`)
    this.#rules = this.#randomRules()
  }

  async play(): Promise<void> {
    const days = Array.from({ length: ROUNDS }, (_, index) => this.#day(index))
    const league = { name: `League ${this.#number}`, days, leaderboard, participants }
    const { seriesId, rounds } = await createRounds(server, host, league)
    this.#rounds = rounds
    this.#series = `/api/events/series/${seriesId}`
    await this.#ask('PUT', `${this.#series}/league`, { rules: this.#rules })
    this.#token = (await this.#ask('POST', `${this.#series}/link`)).token
    for (let index = 0; index < RACERS - 2; index += 1) await this.#signIn(`p${index}`)
    server.clock.advance({ days: 1 })
    for (let step = 0; step < STEPS; step += 1) {
      const taken = this.#random.pick(this.#acts)
      this.#taken.push(taken.name)
      await taken.call(this)
      await this.#compare()
    }
    server.clock.advance({ days: ROUNDS + 1 })
  }

  readonly #acts = [
    ...Array.from({ length: 9 }, () => this.upload),
    ...Array.from({ length: 4 }, () => this.adjust),
    ...[this.nextDay, this.nextDay, this.undo, this.undo, this.hide, this.rename],
    ...[this.changeRules, this.takeBack, this.voidOrRestore, this.endEarly],
    ...[this.makeFinal, this.makeFinal, this.decide, this.decide],
  ]

  /** Of a league with fair points a race, otherwise a snapshot of a round. */
  async upload(): Promise<void> {
    if (this.#isFair) return this.uploadRace()
    const eventId = this.#pickRound()
    const name = this.#random.pick(CASTERS)
    const rows = this.#random
      .shuffled(this.#logins())
      .slice(0, this.#random.whole(1, RACERS))
      .map((login) => {
        const [games, points] = [this.#random.whole(1, 3), this.#random.pick(POINTS)]
        return `${login},${name},10,0,${games},0,0,0,0,0,0,0,${points}`
      })
    const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
    await server.ask(eventUpload({ eventId, eventData }, { headers: casters[name] }))
    server.clock.advance({ minutes: 1 })
  }

  async uploadRace(): Promise<void> {
    const headers = casters[this.#random.pick(CASTERS)]
    const racers = this.#random
      .shuffled(this.#logins())
      .slice(0, this.#random.whole(1, MOST_IN_RACE))
    // Now and then a race that was played earlier.
    const minutes = this.#random.onceIn(3) ? this.#random.whole(1, 600) : 0
    const at = new Date(server.clock.now().getTime() - minutes * 60_000)
    await server.ask(gameUpload(raceFiles(racers, at), { headers }))
    server.clock.advance({ minutes: 1 })
  }

  async nextDay(): Promise<void> {
    server.clock.advance({ days: 1 })
  }

  async undo(): Promise<void> {
    const headers = casters[this.#random.pick(CASTERS)]
    const id = lastUndoable(await this.#ask('GET', '/api/uploads/receipts', undefined, headers))
    if (id === null) return
    await this.#ask('POST', `/api/uploads/receipts/${id}/undo`, { dryRun: false }, headers)
  }

  async hide(): Promise<void> {
    const { session } = this.#random.pick(this.#people)
    const method = this.#random.onceIn(2) ? 'DELETE' : 'PUT'
    await server.call({ method, url: '/api/account/hidden-name', headers: session })
  }

  /** The platform renames somebody, now and then to a login that somebody else gave up. */
  async rename(): Promise<void> {
    const person = this.#random.pick(this.#people)
    const taken = this.#random.onceIn(2) ? this.#free.pop() : undefined
    const next = taken ?? `${person.login}x`
    this.#free.push(person.login)
    server.clock.advance({ minutes: 1 })
    person.login = next
    person.session = await server.signInWith(twitch.issue(next, { id: person.id }))
  }

  async changeRules(): Promise<void> {
    this.#rules = this.#randomRules()
    await this.#ask('PUT', `${this.#series}/league`, { rules: this.#rules, reason: 'A trial' })
  }

  async adjust(): Promise<void> {
    const eventId = this.#pickRound()
    const { hiddenLogins } = await readPeople(server.context.db)
    const entries = await readEntries(server.context.db, eventId)
    const open = entries.filter(({ login }) => !hiddenLogins.has(login))
    if (open.length === 0) return
    const kind = this.#random.pick(['bonus', 'penalty', 'disqualified'] as const)
    const points = kind === 'disqualified' ? null : this.#random.pick([0.5, 2.25, 3])
    const racer = this.#random.pick(open).login
    const body = { racer, kind, points, reason: 'other', note: null }
    await this.#ask('POST', `/api/events/adjustments/${eventId}`, body)
  }

  async takeBack(): Promise<void> {
    const url = `/api/events/adjustments/${this.#pickRound()}`
    const { adjustments } = await this.#ask('GET', url)
    if (adjustments.length === 0) return
    await this.#ask('DELETE', `${url}/${this.#random.pick<{ id: number }>(adjustments).id}`)
  }

  async voidOrRestore(): Promise<void> {
    const [eventId = this.#pickRound()] = this.#voided
    const isVoided = this.#voided.has(eventId)
    const body = isVoided ? { to: 'counting' } : { to: 'voided', reason: 'Wrong map' }
    await this.#ask('PUT', this.#roundUrl(eventId), body)
    if (isVoided) this.#voided.delete(eventId)
    else this.#voided.add(eventId)
  }

  async endEarly(): Promise<void> {
    const eventId = this.#pickRound()
    const to = this.#ended.has(eventId) ? 'running' : 'ended'
    const { statusCode } = await this.#tell('PUT', this.#roundUrl(eventId), { to })
    if (statusCode !== 200) return
    if (to === 'ended') this.#ended.add(eventId)
    else this.#ended.delete(eventId)
  }

  async makeFinal(): Promise<void> {
    const eventId = this.#pickRound()
    const entries = await readEntries(server.context.db, eventId)
    const { statusCode } = await this.#tell('PUT', this.#roundUrl(eventId), { to: 'final' })
    if (statusCode === 200) this.#final.set(eventId, entries)
  }

  /** The organiser publishes what a final round would have now, or declines it. */
  async decide(): Promise<void> {
    const [eventId] = this.#random.shuffled([...this.#final.keys()])
    if (eventId === undefined) return
    const url = this.#roundUrl(eventId, '/proposal')
    const entries = await readEntries(server.context.db, eventId)
    const { seen } = await this.#ask('GET', url)
    if (seen === null) return
    const isPublished = !this.#random.onceIn(3)
    const body = isPublished
      ? { decision: 'publish', seen, reason: 'A game was missing' }
      : { decision: 'decline', seen }
    await this.#ask('POST', url, body)
    if (isPublished) this.#final.set(eventId, entries)
  }

  async #compare(): Promise<void> {
    const { rounds }: { rounds: Round[] } = await this.#ask('GET', `${this.#series}/league`)
    const now = server.clock.now()
    const played = []
    for (const { eventId, startsAt, endsAt } of rounds) {
      const isOver = new Date(endsAt) <= now || this.#ended.has(eventId)
      const current = isOver ? await readEntries(server.context.db, eventId) : []
      const entries = this.#final.get(eventId) ?? current
      if (this.#voided.has(eventId) || entries.length === 0) continue
      const multiplier = this.#rules.multipliers.find((each) => each.eventId === eventId)?.times
      const days = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
      played.push({ ...days, multiplier: multiplier ?? 1, entries })
    }
    const expected = expectedTable(played, this.#rules, await readPeople(server.context.db))
    const url = `/api/leagues/${this.#token}/rows`
    const { rows }: { rows: LeagueRow[] } = await server.ask({ method: 'GET', url })
    const shown = rows.map(({ racer_name: name, rank, total, rounds: raced, cells }) => ({
      ...{ name, rank, total, rounds: raced },
      cells: cells.map(({ points: _, adjustment: __, eventPoints: ___, ...cell }) => cell),
    }))
    const where = `season ${this.#number}: ${this.#taken.join(', ')}`
    expect(inOrder(shown), where).toEqual(inOrder(expected))
    const ranks = rows.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY)
    expect(ranks, where).toEqual(ranks.toSorted((a, b) => a - b))
  }

  #randomRules(): LeagueRules {
    const { whole, pick, shuffled, onceIn } = {
      whole: (least: number, most: number) => this.#random.whole(least, most),
      pick: <T>(list: readonly T[]) => this.#random.pick(list),
      shuffled: <T>(list: readonly T[]) => this.#random.shuffled(list),
      onceIn: (times: number) => this.#random.onceIn(times),
    }
    return {
      points: this.#isFair
        ? { kind: 'fair', games: whole(1, 5) }
        : pick([{ kind: 'event' }, { kind: 'places', table: [10, 6.5, 4, 2, 1, -1] }]),
      drops: pick([[], [0, 0, 1], [0, 1, 1, 2], [0, 1]]),
      minimumRounds: pick([0, 0, 1, 2]),
      ties: shuffled(COMPARED).slice(0, whole(0, COMPARED.length)),
      multipliers: this.#rounds
        .filter(() => onceIn(2))
        .map((eventId) => ({ eventId, times: pick([0, 0.33, 2, 2.5]) })),
      objectionHours: 336,
    }
  }

  #day(index: number): string {
    const from = server.clock.now().getTime() + index * 86_400_000
    return new Date(from).toISOString().slice(0, 10)
  }

  async #signIn(word: string): Promise<void> {
    const login = `s${this.#number}_${word}`
    const session = await server.signInWith(twitch.issue(login, { id: login }))
    this.#people.push({ id: login, login, session })
  }

  /** Present and past logins, and two that nobody has. */
  #logins(): string[] {
    const nobodys = ['n0', 'n1'].map((word) => `s${this.#number}_${word}`)
    return [...this.#people.map(({ login }) => login), ...this.#free.slice(-2), ...nobodys]
  }

  #pickRound(): number {
    return this.#random.pick(this.#rounds)
  }

  #roundUrl(eventId: number, rest = ''): string {
    return `${this.#series}/league/rounds/${eventId}${rest}`
  }

  #tell(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, headers = host) {
    return server.call({ method, url, headers, ...(body && { body }) })
  }

  #ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, headers = host) {
    return server.ask({ method, url, headers, ...(body && { body }) })
  }
}

/** Equal rows may be in any order. */
const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row, KEYS)).toSorted()

const KEYS = ['name', 'rank', 'total', 'rounds', 'cells', 'value', 'isDropped', 'isDisqualified']
