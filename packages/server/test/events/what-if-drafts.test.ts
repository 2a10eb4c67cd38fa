/**
 * Random drafts of a league's rules and divisions: what its tables would be is what they are once the draft is saved, row
 * by row and cell by cell, and asking stores nothing. `npm test` tries 40 drafts, `npm run test:long` 500.
 */
import type { LeagueRow, LeagueRules } from '@rollcall/contract/leagues'
import type { TriedTables } from '@rollcall/contract/leagues-what-if'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { TIE_RULES } from '@rollcall/scoring/ties'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRounds, startEventServer } from '../helpers/event-server.ts'
import { EVENT_HEADINGS, eventUpload, gameUpload, raceFiles } from '../helpers/game-files.ts'
import { settleRounds } from '../helpers/settle-work.ts'
import { watchWrites } from '../helpers/stored-rows.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

const DRAFTS = Math.ceil(500 * Number(process.env.RANDOM_CASES_SHARE ?? 0.08))
const DRAFTS_OF_A_LEAGUE = 20
const ROUNDS = 5
const RACERS = ['ada', 'bea', 'cai', 'dee', 'eve', 'fay'] as const
const PEOPLE = ['host', 'guest', ...RACERS] as const
type Name = (typeof PEOPLE)[number]
/** With some who have no account. */
const LOGINS = [...RACERS, 'n0', 'n1', 'n2', 'n3']
/** Few, so that there are ties. */
const POINTS = [-2.5, 0, 3, 5, 5.13, 8, 10, 12.25]
/** Boards are stored when somebody reads them, and calls are counted. */
const OF_READING = ['event_boards', 'event_board_rows', 'call_counts', 'sessions']

let server: TestServer
let people: Record<Name | 'boss', Session>
let ids: Record<string, number>
let leaderboard: number
let takeWritten: () => Promise<string[]>

beforeAll(async () => {
  // What a process does once a minute happens here only before a draft is tried.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  ;({ server, people, ids, leaderboard } = await startEventServer(PEOPLE, '2026-09-14T06:00:00Z'))
  takeWritten = await watchWrites(server.context.db)
})
afterAll(async () => {
  await server.stop()
  vi.useRealTimers()
})

it(`${DRAFTS} random drafts are tried, and then saved`, async () => {
  let league: RandomLeague | undefined
  let saved = 0
  for (let number = 0; number < DRAFTS; number += 1) {
    if (number % DRAFTS_OF_A_LEAGUE === 0) league = await RandomLeague.start(number)
    if (await league?.tryAndSave()) saved += 1
  }
  // Some cannot be saved, which trying them says, too.
  expect(saved).toBeGreaterThan(DRAFTS * 0.7)
}, 7_000_000)

interface Draft {
  rules: LeagueRules
  divisions?: { id: number | null; name: string }[]
  put?: { index: number; names: string[] }[]
  takenOut?: number[]
}
type Tried = TriedTables & { code?: string }
type TriedTeam = NonNullable<TriedTables['teams']>['rows'][number]

class RandomLeague {
  readonly #random: SeededRandom
  readonly #number: number
  readonly #hasTeams: boolean
  #path = ''
  #rounds: number[] = []
  #games: { eventId: number; gameId: number; finishedAt: string }[] = []
  #divisions: { id: number; name: string }[] = []
  #asked = 0

  private constructor(number: number) {
    this.#number = number
    this.#random = new SeededRandom(`league ${number}`)
    this.#hasTeams = this.#random.onceIn(2)
  }

  static async start(number: number): Promise<RandomLeague> {
    const league = new RandomLeague(number)
    await league.#play()
    return league
  }

  /** A season with rounds that are final, provisional, sealed and to come. */
  async #play(): Promise<void> {
    // Sessions end when nobody uses them for as long as the leagues before this one took.
    for (const name of PEOPLE) people[name] = await server.signIn(name)
    const today = server.clock.now().getTime()
    const days = Array.from({ length: ROUNDS }, (_, index) =>
      new Date(today + (index + 1) * 86_400_000).toISOString().slice(0, 10),
    )
    const participants = [ids.host, ids.guest]
    const name = `League ${this.#number}`
    const made = { name, days, leaderboard, participants }
    const { seriesId, rounds } = await createRounds(server, people.host, made)
    this.#path = `/api/events/series/${seriesId}/league`
    this.#rounds = rounds
    const teams = this.#hasTeams && { teams: { best: 2, minSize: 1, maxSize: 4 } }
    const { namedGame: _, rows: __, ...rules } = this.#rules()
    await this.#ask('PUT', this.#path, {
      rules: { ...rules, ties: ['wins'], entrants: true, ...teams },
    })
    await this.#enter(seriesId)
    if (this.#hasTeams) await this.#makeTeams()
    await this.#fillDivisions()
    const sealed = this.#random.pick(rounds)
    await this.#ask('PUT', `/api/show/control/${sealed}/settings`, { isSealed: true })
    await this.#ask(this.#random.onceIn(3) ? 'PUT' : 'DELETE', HIDDEN, undefined, people.fay)
    for (const eventId of rounds.slice(0, this.#random.whole(3, ROUNDS))) {
      server.clock.advance({ days: 1 })
      await this.#race(eventId)
      if (this.#random.onceIn(2)) await this.#moveSomebody()
    }
    server.clock.advance({ days: 1 })
    for (const eventId of rounds.filter(() => this.#random.onceIn(3))) {
      await this.#call('PUT', `${this.#path}/rounds/${eventId}`, { to: 'final' })
    }
  }

  /** Once nobody has asked for the draft before, and once everything is kept. @returns whether it could be saved */
  async tryAndSave(): Promise<boolean> {
    server.clock.advance({ minutes: 1 })
    await settleRounds(server.context)
    const draft = await this.#draft()
    this.#asked += 1
    const where = `league ${this.#number}, draft ${this.#asked}: ${JSON.stringify(draft)}`
    const before = await this.#tables()
    await takeWritten()
    const answer = await this.#call('POST', `${this.#path}/try`, draft)
    const written = (await takeWritten()).filter((table) => !OF_READING.includes(table))
    expect(written, where).toEqual([])
    if (this.#random.onceIn(4)) expect(await this.#tables(), where).toEqual(before)
    const tried: Tried = answer.json()
    const refusal = await this.#save(draft)
    expect(tried.code ?? null, where).toBe(refusal)
    if (refusal !== null) return false
    const after = await this.#tables()
    expect(tablesOf(tried), where).toEqual(after)
    expect(
      await this.#call('POST', `${this.#path}/try`, { rules: draft.rules }).then(movesOf),
      where,
    ).toEqual(NOBODY)
    if (!hasHidden(before.rows) && !hasHidden(after.rows)) {
      expect(movedIn(tried), where).toEqual(moved(before.rows, after.rows))
    }
    return true
  }

  async #draft(): Promise<Draft> {
    const { divisions } = await this.#ask('GET', this.#path)
    this.#divisions = divisions.map(({ id, name }: { id: number; name: string }) => ({ id, name }))
    const { rules } = await this.#ask('GET', this.#path)
    const draft: Draft = { rules: this.#random.onceIn(5) ? rules : this.#rules() }
    if (this.#random.onceIn(2)) return draft
    const named = this.#random
      .shuffled(this.#divisions)
      .filter(() => !this.#random.onceIn(8))
      .map(({ id, name }) => ({
        id,
        name: this.#random.onceIn(4) ? `${name} ${this.#asked}` : name,
      }))
    const added = named.length < 2 || this.#random.onceIn(5)
    draft.divisions = [...named, ...(added ? [{ id: null, name: `New ${this.#asked}` }] : [])]
    draft.put = draft.divisions
      .map((_, index) => ({ index, names: this.#random.shuffled(LOGINS).slice(0, 2) }))
      .filter(() => this.#random.onceIn(2))
    const kept = draft.divisions.flatMap(({ id }) => id ?? [])
    if (this.#random.onceIn(3)) draft.takenOut = await this.#present(kept, draft.put)
    return draft
  }

  /** Some who are in a division and would not be moved. */
  async #present(divisions: readonly number[], put: Draft['put'] = []): Promise<number[]> {
    const moving = new Set(put.flatMap(({ names }) => names))
    const members: { id: number; racer_name: string }[] = []
    for (const id of divisions) {
      members.push(...(await this.#ask('GET', `${this.#path}/divisions/${id}/members`)).rows)
    }
    const staying = members.filter(({ racer_name }) => !moving.has(racer_name))
    return staying.length === 0 ? [] : [this.#random.pick(staying).id]
  }

  /** As the pages save it. @returns why the rules were refused */
  async #save({ rules, divisions, put = [], takenOut = [] }: Draft): Promise<string | null> {
    const stored = await this.#call('PUT', this.#path, { rules, reason: 'A trial' })
    if (stored.statusCode !== 200) return stored.json().code
    if (divisions) await this.#ask('PUT', `${this.#path}/divisions`, { divisions })
    const saved: { id: number }[] = (await this.#ask('GET', this.#path)).divisions
    for (const { index, names } of put) {
      await this.#ask('POST', `${this.#path}/divisions/${saved[index]?.id}/members`, { names })
    }
    if (takenOut.length > 0) {
      const body = { members: takenOut, division: null }
      await this.#ask('PUT', `${this.#path}/division-members`, body)
    }
    return null
  }

  async #tables() {
    const { rounds, rows, total, divisions } = await this.#ask('GET', this.#path)
    const ofDivisions = []
    for (const { id, name } of divisions) {
      const its = await this.#ask('GET', `${this.#path}?division=${id}`)
      ofDivisions.push({ name, total: its.total, rows: its.rows.map(shownRow) })
    }
    const { rules, teams } = await this.#ask('GET', `${this.#path}/teams`)
    return {
      rounds: rounds.map(shownRound),
      ...{ rows: rows.map(shownRow), total, divisions: ofDivisions },
      teams: rules === null ? null : teams.map(shownTeam),
    }
  }

  #rules(): LeagueRules {
    const random = this.#random
    const game = this.#games.length > 0 && random.onceIn(2) ? random.pick(this.#games) : undefined
    const comparing = TIE_RULES.filter((rule) => rule !== 'named_game' || game)
    const hasTeams = this.#hasTeams && !random.onceIn(4)
    const points = random.pick(POINT_RULES)
    // Fair points are of all channels together.
    const rows = ROWS.filter(({ kind }) => points.kind !== 'fair' || kind !== 'racers')
    return {
      points,
      drops: random.pick([[], [0, 0, 1], [0, 1, 1, 2], [0, 1]]),
      minimumRounds: random.pick([0, 0, 1, 2]),
      ties: random.shuffled(comparing).slice(0, random.whole(0, comparing.length)),
      multipliers: this.#rounds
        .filter(() => random.onceIn(2))
        .map((eventId) => ({ eventId, times: random.pick([0, 0.33, 2, 2.5]) })),
      objectionHours: random.pick([0, 48, 336]),
      isShowSealed: random.onceIn(3),
      entrants: random.onceIn(4),
      keepsParticipation: random.onceIn(3),
      bonuses: BONUSES.filter(() => random.onceIn(3)),
      ...(game && { namedGame: game }),
      ...(hasTeams && {
        teams: { best: random.pick([null, 1, 2]), minSize: random.whole(1, 2), maxSize: 4 },
      }),
      ...(random.onceIn(3) && { rows: random.pick(rows) }),
    }
  }

  async #race(eventId: number): Promise<void> {
    for (const caster of ['host', 'guest'] as const) {
      const headers = people[caster]
      if (this.#random.onceIn(3)) {
        const files = raceFiles(this.#someLogins(), server.clock.now())
        const { gameId } = await server.ask(gameUpload(files, { headers }))
        this.#games.push({ eventId, gameId, finishedAt: server.clock.now().toISOString() })
      } else {
        const rows = this.#someLogins().map(
          (login) => `${login},${caster},10,0,2,0,0,0,0,0,0,0,${this.#random.pick(POINTS)}`,
        )
        const eventData = Buffer.from([EVENT_HEADINGS, ...rows, ''].join('\r\n'))
        await server.ask(eventUpload({ eventId, eventData }, { headers }))
      }
      server.clock.advance({ minutes: 1 })
    }
    if (this.#random.onceIn(2)) {
      const kind = this.#random.pick(['bonus', 'penalty', 'disqualified'] as const)
      const points = kind === 'disqualified' ? null : 2.25
      const body = { racer: this.#random.pick(LOGINS), kind, points, reason: 'other', note: null }
      await this.#call('POST', `/api/events/adjustments/${eventId}`, body)
    }
  }

  #someLogins(): string[] {
    return this.#random.shuffled(LOGINS).slice(0, this.#random.whole(3, LOGINS.length))
  }

  async #enter(seriesId: number): Promise<void> {
    const { token } = await this.#ask('POST', `/api/events/series/${seriesId}/link`)
    for (const name of ['ada', 'bea', 'cai'] as const) {
      await this.#ask('POST', `/api/leagues/${token}/entry`, { kind: 'racer' }, people[name])
    }
  }

  async #makeTeams(): Promise<void> {
    const colors = ['red', 'blue'] as const
    for (const [index, color] of colors.entries()) {
      const name = `${color} ${this.#number}`
      const { id } = await this.#ask('POST', `${this.#path}/teams`, { name, color })
      const { teams } = await this.#ask('GET', `${this.#path}/teams`)
      const { token } = teams.find((team: { id: number }) => team.id === id).deciding
      for (const racer of RACERS.filter((_, each) => each % 3 === index)) {
        await this.#ask('POST', `/api/teams/${token}`, undefined, people[racer])
      }
      const { asked } = (await this.#ask('GET', `/api/teams/${token}`)).team.deciding
      for (const member of asked) {
        await this.#ask('PUT', `${this.#path}/teams/${id}/members/${member.id}`)
      }
    }
  }

  async #fillDivisions(): Promise<void> {
    const divisions = ['Gold', 'Silver'].map((name) => ({ id: null, name }))
    await this.#ask('PUT', `${this.#path}/divisions`, { divisions })
    this.#divisions = (await this.#ask('GET', this.#path)).divisions
    for (const { id } of this.#divisions) {
      const names = this.#random.shuffled(RACERS).slice(0, 3)
      await this.#ask('POST', `${this.#path}/divisions/${id}/members`, { names })
    }
  }

  async #moveSomebody(): Promise<void> {
    const { id } = this.#random.pick(this.#divisions)
    const names = this.#random.shuffled(LOGINS).slice(0, 2)
    await this.#ask('POST', `${this.#path}/divisions/${id}/members`, { names })
  }

  #call(method: Method, url: string, body?: object, headers = people.host) {
    return server.call({ method, url, headers, ...(body && { body }) })
  }

  #ask(method: Method, url: string, body?: object, headers = people.host) {
    return server.ask({ method, url, headers, ...(body && { body }) })
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const HIDDEN = '/api/account/hidden-name'
const POINT_RULES: readonly LeagueRules['points'][] = [
  { kind: 'event' },
  { kind: 'places', table: [10, 6.5, 4, 2, 1, -1] },
  { kind: 'places', table: [5, 5, 5] },
  { kind: 'fair', games: 2 },
]
const BONUSES: NonNullable<LeagueRules['bonuses']> = [
  { name: 'Stage', points: 2, by: 'stage_winner' },
  { name: 'Busy', points: 5, by: 'most_games' },
  { name: 'Fair play', points: 1.5, by: 'hand' },
]
const ROWS: NonNullable<LeagueRules['rows']>[] = [
  { kind: 'racers', bestChannels: 1 },
  { kind: 'streamers', bestRows: 2 },
]

/** The ids of memberships and of new divisions go with what is rolled back. */
const shownRow = ({ division, ...row }: LeagueRow) => ({
  ...row,
  division: division?.name ?? null,
})
/** Whether something is proposed is no number of a table. */
const shownRound = ({ hasProposal: _, ...round }: TriedTables['rounds'][number]) => round
const shownTeam = ({ id, name, color, ...row }: TriedTeam) => {
  const { rank, missing, total, rounds, cells, decided } = row
  return { id, name, color, rank, missing, total, rounds, cells, decided }
}

const tablesOf = ({ rounds, rows, total, divisions, teams }: TriedTables) => ({
  rounds: rounds.map(shownRound),
  ...{ rows: rows.map(shownRow), total },
  divisions: divisions
    .filter(({ isRemoved }) => !isRemoved)
    .map((each) => ({ name: each.name, total: each.total, rows: each.rows.map(shownRow) })),
  teams: teams?.rows.map(shownTeam) ?? null,
})

type Shown = Pick<LeagueRow, 'racer_name' | 'rank' | 'total'>
const hasHidden = (rows: readonly Shown[]) =>
  rows.some(({ racer_name }) => racer_name === 'Hidden racer')

const NOBODY = { movedTotal: 0, retotalled: 0, divisions: [] as object[] }
const movesOf = (answer: { json: () => TriedTables }) => {
  const { movedTotal, retotalled, divisions } = answer.json()
  const moving = divisions.filter((each) => each.movedTotal > 0 || each.retotalled > 0)
  return { movedTotal, retotalled, divisions: moving }
}

const movedIn = ({ moved: named, movedTotal, retotalled }: TriedTables) => ({
  ...{ movedTotal, retotalled },
  moved: named.map(({ racer_name, before, after }) => ({ racer_name, before, after })),
})

/** The plainest comparison of two tables. */
function moved(before: readonly Shown[], after: readonly Shown[]) {
  const standing = (rows: readonly Shown[], name: string) => {
    const row = rows.find(({ racer_name }) => racer_name === name)
    return row === undefined ? null : { rank: row.rank, total: row.total }
  }
  const names = [...new Set([...after, ...before].map(({ racer_name }) => racer_name))]
  const all = names.map((racer_name) => ({
    racer_name,
    before: standing(before, racer_name),
    after: standing(after, racer_name),
  }))
  const isMoved = (each: (typeof all)[number]) =>
    (each.before?.rank ?? null) !== (each.after?.rank ?? null)
  const others = all.filter((each) => !isMoved(each) && each.before && each.after)
  return {
    movedTotal: all.filter(isMoved).length,
    retotalled: others.filter((each) => each.before?.total !== each.after?.total).length,
    moved: all.filter(isMoved).slice(0, 10),
  }
}
