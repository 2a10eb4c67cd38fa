/** Co-organisers and moderators: whom an organiser appoints, what they may do then, and how it ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { passDays } from '../helpers/pass-days.ts'
import { SealedCups } from '../helpers/sealed-cups.ts'
import { racerAt } from '../helpers/show-event.ts'
import { type Session, userIds } from '../helpers/test-server.ts'

const UNAUTHORIZED = { unauthorized: true }
const DONE = { status: 'success' }
const HELPERS = ['steward', 'deputy']
const MODERATOR = { role: 'moderator', seesSealed: false }
const TRUSTED = { role: 'moderator', seesSealed: true }
const CO_ORGANISER = { role: 'co-organiser', seesSealed: false }

let cups: SealedCups
let ids: Record<string, number>
let made = 0
let cup = 0

/** The organiser host, the streamers alpha and beta, and steward and deputy, who help. */
beforeAll(async () => {
  cups = await SealedCups.start()
  for (const name of [...HELPERS, 'boss']) {
    cups.people[name] = await cups.server.signIn(name)
  }
  ids = await userIds(cups.server)
})
afterAll(() => cups.server.stop())

const createCup = (change: object = {}) => {
  made += 1
  return cups.createEvent('host', { name: `Cup ${made}`, ...change })
}
beforeEach(async () => {
  cup = await createCup()
})

const helpersOf = (id: number, kind: 'event' | 'series' = 'event') =>
  `/api/events/${kind}/${id}/helpers`
const appoint = (who: string, as: object, { by = 'host', url = helpersOf(cup) } = {}) =>
  cups.ask(by, 'PUT', `${url}/${ids[who]}`, as)
const list = (by: string, url = helpersOf(cup)) => cups.ask(by, 'GET', url)
const call = (who: string, method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, body?: object) =>
  cups.server.call({ method, url, headers: cups.people[who] ?? {}, ...(body && { body }) })
const move = (who: string, how: object) => cups.move(who, cup, how)

/** Saves the event as it is. */
async function save(who: string, id: number) {
  const stored = await cups.ask('host', 'GET', `/api/events/getById/${id}`)
  const { name, startAt, endAt, leaderboard_config_id, participantUsers } = stored
  const participants = participantUsers.map((user: { id: number }) => user.id)
  const body = { name, startAt, endAt, leaderboard_config_id, participants }
  return cups.ask(who, 'PUT', `/api/events/update/${id}`, body)
}

describe('a co-organiser', () => {
  it('does everything but delete and appoint, and only in that event', async () => {
    const other = await createCup()
    expect(await list('deputy')).toEqual(UNAUTHORIZED)
    expect(await appoint('deputy', CO_ORGANISER)).toEqual(DONE)
    expect(await cups.ask('deputy', 'GET', `/api/events/getById/${cup}`)).toMatchObject({
      canDelete: false,
    })
    const settings = { isPublic: true, isSealed: true }
    const changed = await cups.ask('deputy', 'PUT', `/api/show/control/${cup}/settings`, settings)
    expect(changed).toMatchObject({
      settings,
      may: { seeHiddenRows: true, setUp: true, post: true },
    })
    expect(await save('deputy', cup)).toMatchObject({ code: 'event_updated' })
    expect(await list('deputy')).toMatchObject({
      canAppoint: false,
      helpers: [{ username: 'deputy', role: 'co-organiser', addedBy: { username: 'host' } }],
    })

    expect(await appoint('steward', MODERATOR, { by: 'deputy' })).toEqual(UNAUTHORIZED)
    expect(await cups.ask('deputy', 'DELETE', `${helpersOf(cup)}/${ids.deputy}`)).toEqual(
      UNAUTHORIZED,
    )
    expect(await cups.ask('deputy', 'DELETE', `/api/events/event/${cup}`)).toEqual(UNAUTHORIZED)
    expect(await save('deputy', other)).toEqual(UNAUTHORIZED)
    expect(await cups.ask('deputy', 'GET', `/api/show/control/${other}`)).toEqual(UNAUTHORIZED)
  })
})

describe('a moderator', () => {
  beforeEach(async () => {
    await cups.seal('host', cup)
    await cups.race('alpha')
    await cups.race('beta')
  })

  it('runs a sealed show, and no call tells them a row that viewers have not seen', async () => {
    await appoint('steward', MODERATOR)
    await move('steward', { kind: 'start', phase: 'live', startRank: 11 })
    const room = await cups.control('steward', cup)
    expect(room).toMatchObject({
      phase: 'live',
      reached: 11,
      may: { seeHiddenRows: false, setUp: false, post: false },
      next: { kind: 'reveal', rank: null },
      pressesLeft: null,
    })
    expect((await cups.control('host', cup)).next).toEqual({ kind: 'reveal', rank: 10 })
    const telling = () => cups.routesThatTell('host', cup, { who: 'steward', isOfEvent: true })
    expect(await telling()).toEqual([])
    const stage = await cups.ask('steward', 'GET', `/api/show/stage/${cup}`)
    expect(JSON.stringify(stage)).toContain(racerAt(11))

    for (const [method, url, body] of [
      ['PUT', `/api/show/control/${cup}/settings`, { isSealed: false }],
      ['GET', `/api/show/control/${cup}/rows?page=1&search=`],
      ['GET', `/api/events/getById/${cup}`],
      ['GET', helpersOf(cup)],
      ['GET', `/api/discord/${cup}`],
    ] as const) {
      expect(await cups.ask('steward', method, url, body), url).toEqual(UNAUTHORIZED)
    }

    expect(await appoint('steward', TRUSTED)).toEqual(DONE)
    expect((await cups.control('steward', cup)).may.seeHiddenRows).toBe(true)
    expect(await telling()).toEqual(
      expect.arrayContaining(['GET /api/show/control/:id/rows', 'GET /api/events/export/:id']),
    )
    expect(await appoint('steward', MODERATOR)).toEqual(DONE)
    expect(await telling()).toEqual([])
  })

  it('sees a delayed step when viewers see it', async () => {
    await appoint('steward', MODERATOR)
    await cups.ask('host', 'PUT', `/api/show/control/${cup}/settings`, { viewersDelayS: 60 })
    const { version } = await cups.control('steward', cup)
    const start = { kind: 'start', phase: 'live', startRank: 11 }
    await cups.ask('steward', 'POST', `/api/show/control/${cup}/move`, { version, move: start })
    const seen = async (who: string) =>
      JSON.stringify(await cups.ask(who, 'GET', `/api/show/stage/${cup}`))
    expect(await seen('host')).toContain(racerAt(12))
    expect(await seen('steward')).not.toContain(racerAt(12))
  })
})

describe('an end', () => {
  it('takes everything at once, also from pages that are open', async () => {
    await appoint('steward', MODERATOR)
    const stream = await FollowedStream.open(
      cups.server,
      `organiser/room:${cup},organiser/stage:${cup}`,
      cups.people.steward,
    )
    expect(await cups.ask('host', 'DELETE', `${helpersOf(cup)}/${ids.steward}`)).toEqual(DONE)
    await eventually(() =>
      expect(stream.refused.toSorted()).toEqual([
        `organiser/room:${cup}`,
        `organiser/stage:${cup}`,
      ]),
    )
    stream.close()
    expect(await cups.ask('steward', 'GET', `/api/show/control/${cup}`)).toEqual(UNAUTHORIZED)
    expect(await mine('steward')).toEqual([])
    const again = await call('host', 'DELETE', `${helpersOf(cup)}/${ids.steward}`)
    expect(again.json()).toMatchObject({ code: 'no_such_helper' })
  })

  it('comes when helpers step down, who then need to be appointed again', async () => {
    await appoint('steward', MODERATOR)
    expect(await mine('steward')).toMatchObject([
      {
        id: cup,
        canManage: false,
        canRun: true,
        helping: [{ event: null, role: 'moderator', by: { username: 'host' } }],
      },
    ])
    const url = `/api/events/event/${cup}/stop-helping`
    expect(await cups.ask('steward', 'POST', url)).toEqual(DONE)
    expect(await mine('steward')).toEqual([])
    expect((await call('steward', 'POST', url)).json()).toMatchObject({ code: 'not_helping' })
  })

  it('comes with a block, and nobody who has blocked the organiser is appointed', async () => {
    await appoint('steward', MODERATOR)
    await cups.ask('steward', 'PUT', `/api/events/blocked-organisers/${ids.host}`)
    expect(await list('host')).toMatchObject({ helpers: [] })
    const refused = await call('host', 'PUT', `${helpersOf(cup)}/${ids.steward}`, MODERATOR)
    expect(refused.json()).toMatchObject({
      code: 'participants_not_addable',
      params: { names: ['steward'] },
    })
    await cups.ask('steward', 'DELETE', `/api/events/blocked-organisers/${ids.host}`)
    expect(await appoint('steward', MODERATOR)).toEqual(DONE)
  })
})

async function mine(who: string) {
  const { events } = await cups.ask(who, 'GET', '/api/events/getAll')
  return events.filter(({ id }: { id: number }) => id === cup)
}

it('nobody is named by a number whom the search does not find: they hide their name', async () => {
  cups.people.shy = await cups.server.signIn('shy')
  ids = await userIds(cups.server)
  await cups.ask('shy', 'PUT', '/api/account/hidden-name')
  const find = () => cups.ask('host', 'GET', '/api/dropdowns/users?search=shy')
  const unknown = { code: 'chosen_streamer_unknown' }
  const add = { participants: [ids.shy] }
  expect(await find()).toEqual({ usersWithLabel: [] })
  expect(
    (await call('host', 'PUT', `${helpersOf(cup)}/${ids.shy}`, MODERATOR)).json(),
  ).toMatchObject(unknown)
  const event = { name: 'Shy', ...add, startDate: '2026-11-01', endDate: '2026-11-02' }
  const stored = await cups.ask('host', 'GET', `/api/events/getById/${cup}`)
  const leaderboard = stored.leaderboard_config_id
  expect(
    (await call('host', 'POST', '/api/events/createEventSingle', { ...event, leaderboard })).json(),
  ).toMatchObject(unknown)
  const { name, startAt, endAt } = stored
  const change = { name, startAt, endAt, leaderboard_config_id: leaderboard, ...add }
  expect((await call('host', 'PUT', `/api/events/update/${cup}`, change)).json()).toMatchObject(
    unknown,
  )
  // Who blocks them would read their name.
  expect(
    (await call('host', 'PUT', `/api/events/blocked-organisers/${ids.shy}`)).json(),
  ).toMatchObject({
    code: 'no_such_user',
  })
  expect(await cups.ask('host', 'GET', '/api/events/blocked-organisers')).toEqual([])
  await cups.ask('shy', 'DELETE', '/api/account/hidden-name')
  expect((await find()).usersWithLabel).toHaveLength(1)
  expect(await appoint('shy', MODERATOR)).toEqual(DONE)
})

it('nobody is appointed who organises it, or who does not exist', async () => {
  const asked = (userId: number | undefined) =>
    call('host', 'PUT', `${helpersOf(cup)}/${userId}`, MODERATOR)
  expect((await asked(ids.host)).json()).toMatchObject({ code: 'helper_is_owner' })
  expect((await asked(999_999)).json()).toMatchObject({ code: 'chosen_streamer_unknown' })
  expect((await call('host', 'GET', helpersOf(999_999))).statusCode).toBe(404)
  expect((await call('host', 'GET', helpersOf(999_999, 'series'))).statusCode).toBe(404)
})

describe('a helper of a series', () => {
  let seriesId: number
  let round: number
  beforeEach(async () => {
    made += 1
    const [{ id: leaderboard }] = await cups.ask('host', 'GET', '/api/events/leaderboards')
    const days = { startDate: '2026-11-01', endDate: '2026-11-02' }
    const body = {
      seriesName: `League ${made}`,
      events: [{ name: `Round ${made}`, ...days, participants: [ids.alpha], leaderboard }],
      timeZone: 'UTC',
    }
    seriesId = (await cups.ask('host', 'POST', '/api/events/createEventSeries', body)).id
    const [series] = await cups.ask('host', 'GET', `/api/events/getBySeriesId/${seriesId}`)
    round = series.events[0].id
  })

  const inSeries = (id: number) => `/api/events/series/${seriesId}/events/${id}`

  it('helps with each event while it is in the series', async () => {
    await appoint('steward', MODERATOR, { url: helpersOf(seriesId, 'series') })
    expect((await cups.control('steward', round)).event.id).toBe(round)
    await cups.ask('host', 'PUT', inSeries(cup))
    expect((await cups.control('steward', cup)).event.id).toBe(cup)
    const [series] = await cups.ask('steward', 'GET', `/api/events/getBySeriesId/${seriesId}`)
    expect(series).toMatchObject({ canManage: false, canDelete: false })
    expect(series.events).toMatchObject([{ canRun: true }, { canRun: true }])
    await cups.ask('host', 'DELETE', inSeries(round))
    expect(await cups.ask('steward', 'GET', `/api/show/control/${round}`)).toEqual(UNAUTHORIZED)
  })

  it('is named to streamers since their event has been in the series', async () => {
    await appoint('deputy', CO_ORGANISER, { url: helpersOf(seriesId, 'series') })
    await cups.seal('host', cup)
    cups.server.clock.advance({ minutes: 1 })
    await cups.answer('alpha', cup)
    const trusted = async () => (await cups.sealOf('alpha', cup))?.trusted
    expect(await trusted()).toEqual([])
    await cups.ask('host', 'PUT', inSeries(cup))
    const since = cups.server.clock.now().toISOString()
    expect(await trusted()).toMatchObject([{ username: 'deputy', since, isLater: true }])
    await cups.ask('host', 'DELETE', inSeries(cup))
    expect(await trusted()).toEqual([])
  })

  it('does not get hold of other events of the organiser', async () => {
    await appoint('deputy', CO_ORGANISER, { url: helpersOf(seriesId, 'series') })
    const added = await call('deputy', 'PUT', inSeries(cup))
    expect(added.json()).toMatchObject({ code: 'event_not_single' })
    const order = { events: [round] }
    const ordered = await cups.ask('deputy', 'PUT', `/api/events/series/${seriesId}/order`, order)
    expect(ordered).toEqual(DONE)
    const rules = { points: { kind: 'event' }, drops: [], minimumRounds: 0, ties: [] }
    const url = `/api/events/series/${seriesId}/league`
    const body = { rules: { ...rules, multipliers: [] } }
    expect(await cups.ask('deputy', 'PUT', url, body)).toEqual(DONE)
    const deleted = await cups.ask('deputy', 'DELETE', `/api/events/series/${seriesId}`)
    expect(deleted).toEqual(UNAUTHORIZED)
  })

  it('finds the series also with one event of it, and sets no address for the others', async () => {
    await appoint('deputy', CO_ORGANISER, { url: helpersOf(round) })
    const { eventSeries } = await cups.ask('deputy', 'GET', '/api/events/getAll')
    const listed = eventSeries.find(({ id }: { id: number }) => id === seriesId)
    expect(listed).toMatchObject({ canManage: false, helping: [{ event: { id: round } }] })
    const address = 'https://discord.com/api/webhooks/1/a-token'
    const set = (who: string) => call(who, 'PUT', `/api/discord/${round}`, { address })
    expect((await set('deputy')).json()).toMatchObject({ code: 'webhook_of_series' })
    expect((await set('host')).statusCode).toBe(200)
  })
})

it('streamers learn who may see their sealed results, and who since they agreed', async () => {
  await cups.seal('host', cup)
  const trusted = async () => (await cups.sealOf('alpha', cup))?.trusted
  expect(await trusted()).toEqual([])
  await appoint('deputy', CO_ORGANISER)
  expect(await trusted()).toMatchObject([{ username: 'deputy', isLater: false }])
  cups.server.clock.advance({ minutes: 1 })
  await cups.answer('alpha', cup)
  await appoint('steward', MODERATOR)
  expect(await trusted()).toMatchObject([{ username: 'deputy', isLater: false }])
  await appoint('steward', TRUSTED)
  expect(await trusted()).toEqual([
    expect.objectContaining({ username: 'deputy', role: 'co-organiser', isLater: false }),
    {
      username: 'steward',
      role: 'moderator',
      since: cups.server.clock.now().toISOString(),
      isLater: true,
    },
  ])
  await appoint('steward', MODERATOR)
  expect(await trusted()).toHaveLength(1)
})

it('the audit log has each appointment and each act, with its author', async () => {
  await appoint('steward', MODERATOR)
  await appoint('steward', TRUSTED)
  await cups.race('alpha')
  await move('steward', { kind: 'start', phase: 'live' })
  await cups.ask('host', 'DELETE', `${helpersOf(cup)}/${ids.steward}`)
  const { entries } = await cups.ask('boss', 'GET', '/api/admin/audit-log?kind=act')
  const name = `Cup ${made}`
  const said = entries.map(({ username, summary }: Record<string, string>) => [username, summary])
  expect(said.slice(0, 4)).toEqual([
    ['host', `Removed steward as moderator of the event ${name}.`],
    ['steward', `Moved the show of ${name}, an event of somebody else.`],
    ['host', `Made steward a moderator of the event ${name}, who may see sealed results.`],
    ['host', `Appointed steward as moderator of the event ${name}, who sees no sealed results.`],
  ])
})

it('a deleted account helps no more, and its appointments stay without a name', async () => {
  await appoint('steward', MODERATOR)
  await appoint('deputy', MODERATOR, { by: 'boss' })
  const { db } = cups.server.context
  for (const name of ['steward', 'boss']) {
    await db
      .updateTable('users')
      .set({ deletes_at: cups.server.clock.now() })
      .where('id', '=', ids[name] ?? 0)
      .execute()
  }
  await passDays(cups.server, 1)
  cups.people.host = (await cups.server.signIn('host')) as Session
  expect((await list('host')).helpers).toMatchObject([{ username: 'deputy', addedBy: null }])
  const again = await call('host', 'PUT', `${helpersOf(cup)}/${ids.steward}`, MODERATOR)
  expect(again.json()).toMatchObject({ code: 'chosen_streamer_unknown' })
})
