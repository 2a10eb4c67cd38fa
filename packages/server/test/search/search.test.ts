/** The search in the top bar: what it finds, in spite of typing mistakes, and what it must not find. */
import type { FoundNames } from '@rollcall/contract/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { RacingChannel } from '../helpers/racing-channel.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { startTestServer } from '../helpers/test-server.ts'

let channel: RacingChannel
beforeAll(async () => {
  channel = await RacingChannel.start()
})
afterAll(() => channel.stop())

const search = (text: string, on = channel.server): Promise<FoundNames> =>
  on.ask({ method: 'GET', url: `/api/search?q=${encodeURIComponent(text)}` })
const racersFor = async (text: string) =>
  (await search(text)).racers.map(({ address }) => address.login)

describe('by how a name begins', () => {
  it('finds racers by login in any letter case, the same name first', async () => {
    await channel.race(['quartzina', 'quartz', 'quarry'])
    expect(await racersFor('QUARTZ')).toEqual(['quartz', 'quartzina', 'quarry'])
    expect((await search('quartzi')).racers[0]).toMatchObject({
      racer_name: 'quartzina',
      address: { platform: 'twitch', login: 'quartzina' },
    })
    expect((await search('quartz')).racers).toHaveLength(3)
  })

  it('finds people who have signed in by login and by display name, at their present login', async () => {
    await channel.signIn('hazuki_88', { id: 'hazuki', displayName: '葉月さん' })
    await channel.signIn('tanuki', { id: 'tanuki', displayName: 'Tanuki' })
    for (const text of ['hazuki_', '葉月']) {
      expect((await search(text)).racers[0], text).toMatchObject({
        racer_name: 'hazuki_88',
        display_name: '葉月さん',
        address: { login: 'hazuki_88' },
      })
    }
    channel.server.clock.advance({ minutes: 1 })
    await channel.signIn('hazuki_99', { id: 'hazuki', displayName: '葉月さん' })
    expect(await racersFor('葉月')).toEqual(['hazuki_99'])
    expect(await racersFor('hazuki_8')).not.toContain('hazuki_88')
  })

  it('keeps platforms apart', async () => {
    await channel.race([{ login: 'zebulon', name: 'Zebulon', platform: 'youtube' }, 'zebulon'])
    expect((await search('zebu')).racers).toMatchObject([
      { racer_name: 'zebulon', address: { platform: 'twitch' } },
      { racer_name: 'zebulon (YouTube)', address: { platform: 'youtube' } },
    ])
  })

  it('finds channels, and maps with their builders', async () => {
    await channel.race(['ada'], { map: 'Grand Canyon', creator: 'Moe' })
    const { channels, maps } = await search('GRAND c')
    expect(channels).toEqual([])
    expect(maps).toEqual([{ id: expect.any(Number), name: 'Grand Canyon', creator: 'Moe' }])
    expect((await search('cast')).channels).toEqual([
      { platform: 'twitch', login: 'caster', name: 'caster', profileImageUrl: expect.any(String) },
    ])
  })

  it('finds at most eight of a kind, and nothing without words', async () => {
    await channel.race(Array.from({ length: 12 }, (_, index) => `many_${index}`))
    expect(await racersFor('many_')).toHaveLength(8)
    expect(await search('  ')).toEqual({ racers: [], channels: [], maps: [], events: [] })
  })
})

describe('with a typing mistake', () => {
  it.each([
    ['two letters in the wrong order', 'quartznia'],
    ['a letter too few', 'quatzina'],
    ['another key', 'quarrzina'],
  ])('%s: still finds the racer', async (_, text) => {
    expect(await racersFor(text)).toContain('quartzina')
  })

  it('finds a word of a name, and channels and maps', async () => {
    expect((await search('canyno')).maps).toMatchObject([{ name: 'Grand Canyon' }])
    expect((await search('canyon')).maps).toMatchObject([{ name: 'Grand Canyon' }])
    expect((await search('csater')).channels).toMatchObject([{ login: 'caster' }])
  })

  it('looks for beginnings only of more than 30 letters, which would take the database long', async () => {
    await channel.race(['sesquipedalian_marble_racers_97'])
    expect(await racersFor('sesquipedalain_marble_racers_9')).toHaveLength(1)
    expect(await racersFor('sesquipedalain_marble_racers_97')).toEqual([])
    expect(await racersFor('sesquipedalian_marble_racers_97')).toHaveLength(1)
    expect(await racersFor('marble'.repeat(33))).toEqual([])
  })

  it('finds nobody for words that are like no name', async () => {
    expect(await search('xyzzyplugh')).toEqual({ racers: [], channels: [], maps: [], events: [] })
  })
})

describe('without the extension for similar names', () => {
  it('finds beginnings, says so at the start, and finds similar names after a later start', async () => {
    const database = await createTestDatabase()
    const { pool } = database.database
    // In a schema that the server does not look into: the same as none.
    await pool.query('drop extension pg_trgm cascade; create schema elsewhere')
    await pool.query('create extension pg_trgm schema elsewhere')
    const before = await startTestServer({ database })
    try {
      expect(before.logged.join()).toContain('The database cannot use the extension pg_trgm')
      await before.signIn('quartzina')
      expect((await search('quartz', before)).racers).toHaveLength(1)
      expect((await search('quatrzina', before)).racers).toEqual([])
      await pool.query('drop extension pg_trgm')
      const after = await startTestServer({ beside: before })
      expect(after.logged.join()).not.toContain('pg_trgm')
      expect((await search('quatrzina', after)).racers).toHaveLength(1)
      await after.stop()
    } finally {
      await before.stop()
    }
  })
})

describe('what is not public', () => {
  it('are racers without results', async () => {
    const { db } = channel.server.context
    await db.insertInto('racers').values({ platform: 'twitch', login: 'phantom' }).execute()
    expect(await racersFor('phantom')).toEqual([])
    expect(await racersFor('phantmo')).toEqual([])
  })

  it('are racers and maps that only a held game knows', async () => {
    const practice = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
    try {
      const event = await ShowEvent.create(practice)
      await event.settings({ isSealed: true, isPublic: true, isListed: true })
      const token = await event.token('public')
      const [alpha] = event.casters
      practice.clock.advance({ minutes: 1 })
      const url = '/api/events/seals'
      const { seals } = await practice.ask({ method: 'GET', url, headers: alpha })
      const { startsAt, endsAt } = seals[0].event
      await practice.ask({
        method: 'PUT',
        url: `${url}/${event.id}`,
        headers: alpha,
        body: { isAgreed: true, startsAt, endsAt },
      })
      practice.clock.advance({ minutes: 1 })
      const files = raceFiles(['sealed_star'], practice.clock.now(), { map: 'Sealed Hill' })
      await practice.ask(gameUpload(files, { headers: alpha }))
      // Season totals are public; without them, only the game would know the name.
      await practice.context.db.deleteFrom('racer_totals').execute()
      const found = await search('sealed', practice)
      expect(found).toMatchObject({ racers: [], maps: [] })
      expect(await search('seeled hill', practice)).toMatchObject({ racers: [], maps: [] })
      expect((await search('autumn', practice)).events).toMatchObject([
        { name: 'Autumn Cup', token },
      ])
    } finally {
      await practice.stop()
    }
  })

  it('are events that are not listed', async () => {
    const practice = await startTestServer({ startsAt: new Date('2026-11-01T12:00:00Z') })
    try {
      const event = await ShowEvent.create(practice)
      const eventsFor = async (text: string) => (await search(text, practice)).events
      await event.settings({ isPublic: true })
      await event.token('public')
      expect(await eventsFor('Autumn Cup')).toEqual([])
      await event.settings({ isListed: true })
      for (const text of ['autumn c', 'autunm']) {
        expect(await eventsFor(text), text).toMatchObject([{ name: 'Autumn Cup' }])
      }
      await event.settings({ isPublic: false })
      expect(await eventsFor('Autumn Cup')).toEqual([])
    } finally {
      await practice.stop()
    }
  })
})
