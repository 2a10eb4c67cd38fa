/** Who may do what: every pair of role and act, and that the condition says the same as the function. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelRight, hasChannelRight } from '../../src/domain/rights/channel.ts'
import { eventRight, showRight } from '../../src/domain/rights/event.ts'
import {
  type Act,
  may,
  type Noun,
  RIGHTS,
  type Role,
  type Viewer,
} from '../../src/domain/rights/roles.ts'
import { seriesRight } from '../../src/domain/rights/series.ts'
import { createWorld, PRIVATE, type World } from '../helpers/owners-world.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const ROLES = [
  'owner',
  'co-organiser',
  'moderator',
  'trusted moderator',
  'event helper',
  'participant',
  'racer',
  'admin',
  'stranger',
] as const

/** In the columns of `ROLES`. */
const EXPECTED: { readonly [N in Noun]: Readonly<Record<Act<N>, string>> } = {
  event: {
    'list as own': '1 1 1 1 0 1 0 0 0',
    'see boards': '1 1 1 1 0 1 0 1 0',
    'see open boards': '1 1 1 1 0 1 1 1 0',
    'see sealed results': '1 1 0 1 0 0 0 1 0',
    edit: '1 1 0 0 0 0 0 1 0',
    adjust: '1 1 0 0 0 0 0 1 0',
    delete: '1 0 0 0 0 0 0 1 0',
    appoint: '1 0 0 0 0 0 0 1 0',
    'take part': '0 0 0 0 0 1 0 0 0',
    object: '0 0 0 0 0 1 1 0 0',
  },
  series: {
    'list as own': '1 1 1 1 1 0 0 0 0',
    see: '1 1 1 1 1 1 0 1 0',
    edit: '1 1 0 0 0 0 0 1 0',
    'decide objections': '1 1 1 1 0 0 0 1 0',
    delete: '1 0 0 0 0 0 0 1 0',
    appoint: '1 0 0 0 0 0 0 1 0',
    'take part': '0 0 0 0 0 1 0 0 0',
  },
  show: {
    run: '1 1 1 1 0 0 0 1 0',
    'see hidden rows': '1 1 0 1 0 0 0 1 0',
    'set up': '1 1 0 0 0 0 0 1 0',
    post: '1 1 0 0 0 0 0 1 0',
  },
  channel: {
    upload: '1 0 0 0 0 0 0 1 0',
    'upload for development': '0 0 0 0 0 0 0 1 0',
    'correct uploads': '1 0 0 0 0 0 0 0 0',
    post: '1 0 0 0 0 0 0 0 0',
    'choose names on boards': '1 0 0 0 0 0 0 1 0',
    'see held games': '1 0 0 0 0 0 0 1 0',
  },
}

interface Pair {
  noun: Noun
  act: Act<Noun>
  role: Role
  isAllowed: boolean
}

const PAIRS = (Object.keys(RIGHTS) as Noun[]).flatMap((noun) =>
  (Object.keys(RIGHTS[noun]) as Act<Noun>[]).flatMap((act): Pair[] => {
    const expected = (EXPECTED[noun] as Readonly<Record<string, string>>)[act]?.split(' ') ?? []
    return ROLES.map((role, column) => ({ noun, act, role, isAllowed: expected[column] === '1' }))
  }),
)

let server: TestServer
let world: World
/** Somebody who has only that role. */
const viewers = new Map<Role, Viewer>()

beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-14T12:00:00Z') })
  const owner = await server.signIn('owner')
  world = await createWorld(server, owner)
  for (const [role, login] of [
    ['participant', 'partner'],
    ['racer', `${PRIVATE.toLowerCase()}_racer`],
    ['admin', 'boss'],
    ['stranger', 'stranger'],
  ] as const) {
    const { id } = await server.ask({ url: '/api/user', headers: await server.signIn(login) })
    viewers.set(role, { userId: id, isAdmin: role === 'admin' })
  }
  const { db } = server.context
  const { userId = 0 } = viewers.get('participant') ?? {}
  await db
    .insertInto('event_participants')
    .values({ event_id: world.eventId, user_id: userId })
    .execute()
  // The owner of the event, and not the streamer on whose channel its racer raced.
  const organiser = await server.signIn('organiser')
  const { id } = await server.ask({ url: '/api/user', headers: organiser })
  await db.updateTable('events').set({ created_by: id }).execute()
  await db.updateTable('event_series').set({ created_by: id }).execute()
  viewers.set('owner', { userId: id, isAdmin: false })
  await addHelpers()
})
afterAll(() => server.stop())

/** Helpers of the series with its event; the event helper's event is another one of the series. */
async function addHelpers(): Promise<void> {
  const { db } = server.context
  const since = server.clock.now()
  const { id: otherEventId } = await db
    .insertInto('events')
    .columns([...EVENT_COLUMNS])
    .expression((from) => from.selectFrom('events').select([...EVENT_COLUMNS]))
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofSeries = { series_id: world.seriesId, event_id: null }
  for (const [role, columns] of [
    ['co-organiser', { ...ofSeries, role: 'co-organiser', sees_sealed_since: since }],
    ['moderator', { ...ofSeries, role: 'moderator', sees_sealed_since: null }],
    ['trusted moderator', { ...ofSeries, role: 'moderator', sees_sealed_since: since }],
    [
      'event helper',
      { event_id: otherEventId, series_id: null, role: 'moderator', sees_sealed_since: null },
    ],
  ] as const) {
    const headers = await server.signIn(role.replaceAll(/\W/g, '_'))
    const { id } = await server.ask({ url: '/api/user', headers })
    await db
      .insertInto('helpers')
      .values({ ...columns, user_id: id, added_at: since })
      .execute()
    viewers.set(role, { userId: id, isAdmin: false })
  }
}

/** Enough for a second event in the series. */
const EVENT_COLUMNS = [
  ...(['name', 'created_by', 'series_id', 'configuration_id', 'configuration_version'] as const),
  ...(['first_day', 'last_day', 'time_zone', 'starts_at', 'ends_at'] as const),
] as const

/** What the conditions answer about the world's event, series and channel. */
async function ask(noun: Noun, act: string, viewer: Viewer): Promise<boolean> {
  const { eventId, seriesId, ownerId } = world
  const questions = {
    event: () =>
      sql`events as event where id = ${eventId} and ${eventRight(act as Act<'event'>, viewer)}`,
    series: () =>
      sql`event_series as series where id = ${seriesId} and ${seriesRight(act as Act<'series'>, viewer)}`,
    show: () =>
      sql`events as event where id = ${eventId} and ${showRight(act as Act<'show'>, viewer)}`,
    channel: () =>
      sql`channels as channel where user_id = ${ownerId} and ${channelRight(act as Act<'channel'>, viewer)}`,
  }
  const { rows } = await sql`select from ${questions[noun]()}`.execute(server.context.db)
  return rows.length === 1
}

describe('the table', () => {
  it('has these acts, with every role', () => {
    const acts = (table: object) =>
      Object.entries(table).flatMap(([noun, each]) => Object.keys(each).map((act) => [noun, act]))
    expect(acts(EXPECTED)).toEqual(acts(RIGHTS))
    const lengths = Object.values(EXPECTED).flatMap((each) =>
      Object.values(each).map((row) => row.split(' ').length),
    )
    expect(new Set(lengths)).toEqual(new Set([ROLES.length]))
  })

  it.each(PAIRS)('$noun, $act, $role: $isAllowed', async ({ noun, act, role, isAllowed }) => {
    expect(may(noun, act, [role])).toBe(isAllowed)
    const viewer =
      noun === 'channel' && role === 'owner'
        ? { userId: world.ownerId, isAdmin: false }
        : viewers.get(role)
    if (viewer === undefined) {
      throw new Error(`nobody is ${role}`)
    }
    expect(await ask(noun, act, viewer)).toBe(isAllowed)
    if (noun === 'channel') {
      const asked = { ownerId: world.ownerId, viewer }
      expect(hasChannelRight(act as Act<'channel'>, asked)).toBe(isAllowed)
    }
  })
})
