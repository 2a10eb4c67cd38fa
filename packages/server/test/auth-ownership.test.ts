/** Whose login it is when names change hands, and that channels and uploads follow. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeTwitch } from './fake-twitch.ts'
import { makeSeason, seasonUpload } from './season-files.ts'
import { startTestServer, type TestServer } from './test-server.ts'

type Session = { authorization: string }

let twitch: FakeTwitch
let server: TestServer
/** Every test has people and names of its own: `name('a')` is a login, `id('a')` a platform id. */
let round = 0
const name = (letter: string) => `${letter}_of_${round}`
const id = (letter: string) => `person ${letter} of ${round}`

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({
    env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
    startsAt: new Date('2026-10-01T00:00:00Z'),
  })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})
beforeEach(async () => {
  round += 1
  await setSeason(75)
})

const setSeason = (season: number) =>
  server.context.db
    .updateTable('settings')
    .set({ value: String(season) })
    .where('key', '=', 'season')
    .execute()

/** The person comes by under a login; an hour passes first. Gives the session and the moment. */
async function signIn(person: string, login: string) {
  server.clock.advance({ hours: 1 })
  const token = twitch.issue(name(login), { id: id(person) })
  return { ...(await server.signInWith(token)), at: server.clock.now() }
}

/** The periods of a login in their order, with the person's letter. */
async function periodsOf(login: string) {
  const rows = await server.context.db
    .selectFrom('login_periods as period')
    .innerJoin('users as user', 'user.id', 'period.user_id')
    .select(['user.platform_user_id as person', 'first_season', 'last_season'])
    .select(['started_at', 'ended_at'])
    .where('period.login', '=', name(login))
    .orderBy('period.id')
    .execute()
  return rows.map((row) => [
    row.person.replace(/person (.) of .*/, '$1'),
    [row.first_season, row.last_season],
    [row.started_at, row.ended_at],
  ])
}

const ever = null
const still = null

/** How many periods hold each of the seasons: one, or something is lost or counted twice. */
function ownersOf(periods: unknown[][], seasons: readonly number[]): number[] {
  const spans = periods.map(([, span]) => span as [number | null, number | null])
  return seasons.map(
    (season) =>
      spans.filter(([first, last]) => season >= (first ?? 0) && season <= (last ?? 9999)).length,
  )
}

describe('the periods of a login', () => {
  it('begin with nobody before, and another sign-in changes nothing', async () => {
    await signIn('A', 'x')
    await setSeason(76)
    await signIn('A', 'x')
    expect(await periodsOf('x')).toEqual([['A', [ever, still], [ever, still]]])
  })

  it('when the rename is seen first, then the login is taken by another', async () => {
    await signIn('A', 'old')
    const renamed = await signIn('A', 'new')
    expect(await periodsOf('old')).toEqual([['A', [ever, 75], [ever, renamed.at]]])
    await signIn('B', 'old')
    expect(await periodsOf('old')).toEqual([
      ['A', [ever, 75], [ever, renamed.at]],
      ['B', [76, still], [renamed.at, still]],
    ])
    expect(await periodsOf('new')).toEqual([['A', [ever, still], [ever, still]]])
  })

  it('when the login is taken first, then the rename is seen', async () => {
    await signIn('A', 'old')
    const taken = await signIn('B', 'old')
    const both = [
      ['A', [ever, 75], [ever, taken.at]],
      ['B', [76, still], [taken.at, still]],
    ]
    expect(await periodsOf('old')).toEqual(both)
    await signIn('A', 'new')
    expect(await periodsOf('old')).toEqual(both)
    expect(await periodsOf('new')).toEqual([['A', [ever, still], [ever, still]]])
  })

  it('when the login is taken seasons after the rename', async () => {
    await signIn('A', 'old')
    const renamed = await signIn('A', 'new')
    await setSeason(78)
    await signIn('B', 'old')
    expect(await periodsOf('old')).toEqual([
      ['A', [ever, 75], [ever, renamed.at]],
      ['B', [76, still], [renamed.at, still]],
    ])
  })

  it('when somebody goes back to their old name', async () => {
    await signIn('A', 'old')
    const away = await signIn('A', 'new')
    await setSeason(76)
    const back = await signIn('A', 'old')
    expect(await periodsOf('old')).toEqual([
      ['A', [ever, 75], [ever, away.at]],
      ['A', [76, still], [away.at, still]],
    ])
    expect(await periodsOf('new')).toEqual([['A', [ever, 76], [ever, back.at]]])
  })

  it('when somebody goes back to a name that another had meanwhile', async () => {
    await signIn('A', 'old')
    await signIn('A', 'new')
    await signIn('B', 'old')
    await setSeason(77)
    const back = await signIn('A', 'old')
    const periods = await periodsOf('old')
    expect(periods.slice(1)).toEqual([
      ['B', [76, 77], [expect.any(Date), back.at]],
      ['A', [78, still], [back.at, still]],
    ])
  })

  it('when two people swap their names', async () => {
    await signIn('A', 'x')
    await signIn('B', 'y')
    const first = await signIn('A', 'y')
    await signIn('B', 'x')
    expect(await periodsOf('x')).toEqual([
      ['A', [ever, 75], [ever, first.at]],
      ['B', [76, still], [first.at, still]],
    ])
    expect(await periodsOf('y')).toEqual([
      ['B', [ever, 75], [ever, first.at]],
      ['A', [76, still], [first.at, still]],
    ])
  })

  it('when two swap their names and sign in at the same moment', async () => {
    await signIn('A', 'x')
    await signIn('B', 'y')
    await Promise.all([signIn('A', 'y'), signIn('B', 'x')])
    const owners = (periods: unknown[][]) => periods.map(([person]) => person)
    expect(owners(await periodsOf('x'))).toEqual(['A', 'B'])
    expect(owners(await periodsOf('y'))).toEqual(['B', 'A'])
  })

  it('when a login goes from hand to hand within a season, every season has one owner', async () => {
    for (const person of ['A', 'B', 'C']) {
      await signIn(person, 'x')
    }
    await setSeason(76)
    await signIn('D', 'x')
    const periods = await periodsOf('x')
    expect(periods.map(([person]) => person)).toEqual(['A', 'B', 'C', 'D'])
    expect(ownersOf(periods, [1, 74, 75, 76, 77, 78])).toEqual([1, 1, 1, 1, 1, 1])
    const instants = periods.map(([, , of]) => of as [Date | null, Date | null])
    expect(instants.slice(1).map(([start]) => start)).toEqual(
      instants.slice(0, -1).map(([, end]) => end),
    )
  })

  it('have one owner per season when the season is set back too', async () => {
    await signIn('A', 'x')
    await setSeason(80)
    await signIn('B', 'x')
    await setSeason(75)
    await signIn('C', 'x')
    expect(ownersOf(await periodsOf('x'), [75, 79, 80, 81, 82])).toEqual([1, 1, 1, 1, 1])
  })
})

describe('uploads', () => {
  const keyOf = async (headers: Session): Promise<string> =>
    (await server.call({ method: 'POST', url: '/api/uploads/key', headers })).json().key

  const upload = async (login: string, proof: { key?: string; headers?: Session }, season = 75) => {
    const made = makeSeason({ channel: name(login), season, racers: [{ name: 'r' }] })
    return server.call(seasonUpload(made, proof))
  }
  const statusOf = async (...call: Parameters<typeof upload>) => (await upload(...call)).statusCode

  /** Channels of this round's names: name, owner, seasons. */
  async function channels() {
    const { db } = server.context
    const rows = await db
      .selectFrom('channels as channel')
      .leftJoin('users as user', 'user.id', 'channel.user_id')
      .leftJoin('channel_seasons as season', 'season.channel_id', 'channel.id')
      .select(['channel.id', 'channel.name', 'user.platform_user_id as person', 'season.season'])
      .where('channel.login', 'like', `%\\_of\\_${round}`)
      .orderBy('channel.id')
      .orderBy('season.season')
      .execute()
    return rows.map(({ name: shown, person, season }) => [
      shown.replace(/_of_.*/, ''),
      person?.replace(/person (.) of .*/, '$1') ?? 'nobody',
      season,
    ])
  }

  it('by the old key are taken for the new name and refused for the lost one', async () => {
    const key = await keyOf(await signIn('A', 'old'))
    expect(await statusOf('old', { key }, 74)).toBe(200)
    await signIn('A', 'new')
    expect(await statusOf('old', { key })).toBe(403)
    expect(await statusOf('new', { key })).toBe(200)
    expect(await channels()).toEqual([
      ['new', 'A', 74],
      ['new', 'A', 75],
    ])
  })

  it('follow the login to who took it, before its old owner comes by', async () => {
    const old = await signIn('A', 'x')
    const oldKey = await keyOf(old)
    expect(await statusOf('x', { key: oldKey })).toBe(200)
    const taker = await signIn('B', 'x')
    const headers = { authorization: old.authorization }
    expect(await statusOf('x', { key: oldKey })).toBe(403)
    expect(await statusOf('x', { headers })).toBe(403)
    expect(await statusOf('x', { key: await keyOf(taker) })).toBe(200)
    expect(await channels()).toEqual([
      ['x', 'A', 75],
      ['x', 'B', 75],
    ])
    await signIn('A', 'new')
    expect(await statusOf('new', { key: oldKey })).toBe(200)
    expect(await statusOf('x', { key: oldKey })).toBe(403)
    expect(await channels()).toEqual([
      ['new', 'A', 75],
      ['x', 'B', 75],
    ])
  })

  it('of two who swapped go to each own channel', async () => {
    const a = await keyOf(await signIn('A', 'x'))
    const b = await keyOf(await signIn('B', 'y'))
    expect([await statusOf('x', { key: a }, 74), await statusOf('y', { key: b }, 74)]).toEqual([
      200, 200,
    ])
    await signIn('A', 'y')
    expect([await statusOf('x', { key: b }), await statusOf('y', { key: b })]).toEqual([403, 403])
    await signIn('B', 'x')
    expect([await statusOf('x', { key: a }), await statusOf('y', { key: b })]).toEqual([403, 403])
    expect([await statusOf('y', { key: a }), await statusOf('x', { key: b })]).toEqual([200, 200])
    expect(await channels()).toEqual([
      ['y', 'A', 74],
      ['y', 'A', 75],
      ['x', 'B', 74],
      ['x', 'B', 75],
    ])
  })

  const signInBoss = () => server.signInWith(twitch.issue('boss', { id: 'the boss' }))

  it('of an admin wait for the login, and are bound at its first sign-in', async () => {
    const boss = await signInBoss()
    expect(await statusOf('x', { headers: boss })).toBe(200)
    expect(await channels()).toEqual([['x', 'nobody', 75]])
    const key = await keyOf(await signIn('A', 'x'))
    expect(await channels()).toEqual([['x', 'A', 75]])
    expect((await upload('x', { key })).json()).toMatchObject({ duplicate: true })
    expect(await statusOf('x', { headers: boss }, 74)).toBe(200)
    expect(await channels()).toEqual([
      ['x', 'A', 74],
      ['x', 'A', 75],
    ])
  })

  it('that wait go into the channel of who has one already, for the seasons it lacks', async () => {
    const key = await keyOf(await signIn('A', 'old'))
    expect(await statusOf('old', { key }, 75)).toBe(200)
    const boss = await signInBoss()
    expect(await statusOf('new', { headers: boss }, 73)).toBe(200)
    expect(await statusOf('new', { headers: boss }, 74)).toBe(200)
    await signIn('A', 'new')
    const owned = (await channels()).filter(([, person]) => person === 'A')
    expect(owned).toEqual([
      ['new', 'A', 73],
      ['new', 'A', 74],
      ['new', 'A', 75],
    ])
    // With all that hangs on them: the same file again is a duplicate.
    expect((await upload('new', { key }, 73)).json()).toMatchObject({ duplicate: true })
    expect(await statusOf('new', { headers: boss }, 72)).toBe(200)
    expect((await channels()).at(0)).toEqual(['new', 'A', 72])
  })

  it.todo('that wait are no second row of who has the same season already')
})
