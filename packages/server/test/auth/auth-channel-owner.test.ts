/** Which channel an upload goes into when names change hands. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bindChannel } from '../../src/domain/intake/channels/channels.ts'
import { claimLogin } from '../../src/domain/people/sign-in/login-ownership.ts'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, sampleGame } from '../helpers/game-files.ts'
import { RenamingPeople } from '../helpers/renaming-people.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import type { Session } from '../helpers/test-server.ts'

let people: RenamingPeople

beforeAll(async () => {
  people = await RenamingPeople.gather()
})
afterAll(() => people.leave())
beforeEach(() => people.nextRound())

const signIn = (person: string, login: string) => people.signIn(person, login)

describe('uploads', () => {
  const keyOf = async (headers: Session): Promise<string> =>
    (await people.server.call({ method: 'POST', url: '/api/uploads/key', headers })).json().key

  const upload = async (login: string, proof: { key?: string; headers?: Session }, season = 75) => {
    const made = makeSeason({ channel: people.name(login), season, racers: [{ name: 'r' }] })
    return people.server.call(seasonUpload(made, proof))
  }
  const statusOf = async (...call: Parameters<typeof upload>) => (await upload(...call)).statusCode

  /** The channels with names of this round: name, owner and season, one row per season. */
  async function channels() {
    const { db } = people.server.context
    const rows = await db
      .selectFrom('channels as channel')
      .leftJoin('users as user', 'user.id', 'channel.user_id')
      .leftJoin('channel_seasons as season', 'season.channel_id', 'channel.id')
      .select(['channel.id', 'channel.name', 'user.platform_user_id as person', 'season.season'])
      .where('channel.login', 'like', `%\\_of\\_${people.round}`)
      .orderBy('channel.id')
      .orderBy('season.season')
      .execute()
    return rows.map(({ name: shown, person, season }) => [
      people.wordOf(shown),
      person ? people.wordOf(person) : 'nobody',
      season,
    ])
  }

  /** A channel without an owner, as a retired practice user leaves it. */
  async function leaveEventStanding(login: string) {
    const { db } = people.server.context
    const { id: channel_id } = await db
      .insertInto('channels')
      .values({ platform: 'twitch', login, name: login, user_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: created_by } = await db
      .selectFrom('users')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { id: event_id } = await db
      .insertInto('events')
      .values({
        name: 'Practice',
        created_by,
        configuration_id: 1,
        configuration_version: 1,
        first_day: '2026-09-01',
        last_day: '2026-09-01',
        time_zone: 'UTC',
        starts_at: new Date('2026-09-01T00:00:00Z'),
        ends_at: new Date('2026-09-02T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('event_standings')
      .values({
        event_id,
        channel_id,
        snapshot_hash: '',
        racer_count: 0,
        received_at: new Date('2026-09-01T00:00:00Z'),
      })
      .execute()
  }

  it('with the old key are accepted for the new name and refused for the lost one', async () => {
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

  it('by an admin are accepted while a sign-in gives the channel to its streamer', async () => {
    const boss = await people.signInBoss()
    await signIn('A', 'elsewhere')
    expect(await statusOf('waiting', { headers: boss }, 74)).toBe(200)
    const { db, changes } = people.server.context
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('platform_user_id', '=', people.name('A'))
      .executeTakeFirstOrThrow()
    const name = people.name('waiting')
    const answer = await changes.transaction(async (trx) => {
      const claim = { userId, platform: 'twitch', login: name }
      const now = people.server.clock.now()
      const hasClaimed = await claimLogin(trx, {
        ...claim,
        deletedLogin: '',
        currentSeason: 75,
        now,
      })
      await bindChannel(trx, { ...claim, username: name, hasChanged: true, hasClaimed })
      const coming = upload('waiting', { headers: boss })
      // Long enough that the upload waits for the channel.
      await delay(500)
      return { coming }
    })
    expect((await answer.coming).statusCode).toBe(200)
    expect(await channels()).toEqual([
      ['waiting', 'A', 74],
      ['waiting', 'A', 75],
    ])
  })

  it('do not keep a name from its streamer, even if somebody created practice events under it', async () => {
    const key = await keyOf(await signIn('A', 'old'))
    expect(await statusOf('old', { key })).toBe(200)
    await leaveEventStanding(people.name('practised'))
    await signIn('A', 'practised')
    expect(await channels()).toEqual([['practised', 'A', 75]])
  })

  it('follow the login to its new owner, even before the old one signs in again', async () => {
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

  it('by two streamers who swapped names go into the right channels', async () => {
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

  it('by an admin wait for the login, and are bound at its first sign-in', async () => {
    const boss = await people.signInBoss()
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

  it('that wait go into the channel the streamer already has, for the seasons it lacks', async () => {
    const key = await keyOf(await signIn('A', 'old'))
    expect(await statusOf('old', { key }, 75)).toBe(200)
    const boss = await people.signInBoss()
    expect(await statusOf('new', { headers: boss }, 73)).toBe(200)
    expect(await statusOf('new', { headers: boss }, 74)).toBe(200)
    await signIn('A', 'new')
    const owned = (await channels()).filter(([, person]) => person === 'A')
    expect(owned).toEqual([
      ['new', 'A', 73],
      ['new', 'A', 74],
      ['new', 'A', 75],
    ])
    // Everything that belongs to them moved along: the same file again is a duplicate.
    expect((await upload('new', { key }, 73)).json()).toMatchObject({ duplicate: true })
    expect(await statusOf('new', { headers: boss }, 72)).toBe(200)
    expect((await channels()).at(0)).toEqual(['new', 'A', 72])
  })

  it('that wait add no second row for a season the streamer already has', async () => {
    const key = await keyOf(await signIn('A', 'old'))
    expect(await statusOf('old', { key }, 75)).toBe(200)
    const boss = await people.signInBoss()
    expect(await statusOf('new', { headers: boss }, 75)).toBe(200)
    expect(await statusOf('new', { headers: boss }, 74)).toBe(200)
    await signIn('A', 'new')
    expect(await channels()).toEqual([
      ['new', 'A', 74],
      ['new', 'A', 75],
    ])
  })

  it('that wait add no points for a game that the channel has in another season', async () => {
    const key = await keyOf(await signIn('A', 'old'))
    const boss = await people.signInBoss()
    const [both = {}, one = {}] = ['01-normal', '03-quoted-commas'].map((folder) =>
      sampleGame(`race/v4/${folder}`),
    )
    const channel = people.name('new')
    for (const call of [
      gameUpload(both, { key, fields: { season: '74' } }),
      gameUpload(both, { headers: boss, fields: { channel, season: '75' } }),
      gameUpload(both, { headers: boss, fields: { channel, season: '73' } }),
      gameUpload(one, { headers: boss, fields: { channel, season: '75' } }),
    ]) {
      expect((await people.server.call(call)).statusCode).toBe(200)
    }
    await signIn('A', 'new')
    expect(await channels()).toEqual([
      ['new', 'A', 74],
      ['new', 'A', 75],
    ])
    const { db, config } = people.server.context
    const { differences } = await findDifferences(db, config)
    expect(differences.filter((sentence) => sentence.includes(channel))).toEqual([])
  })
})
