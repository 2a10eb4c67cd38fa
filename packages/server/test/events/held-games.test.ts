/** Sealing by consent: what a sealed event holds of the streamers who agreed, and when it opens. */
import type { HeldResults } from '@rollcall/contract/events'
import { DAY_MS } from '@rollcall/formats/durations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heartbeat } from '../helpers/fake-companion.ts'
import { eventUpload } from '../helpers/game-files.ts'
import { everyHiddenName, SealedCups } from '../helpers/sealed-cups.ts'
import { hiddenNames } from '../helpers/show-attacker.ts'
import { eventFile, RACERS, racerAt } from '../helpers/show-event.ts'

let cups: SealedCups
beforeAll(async () => {
  cups = await SealedCups.start()
})
afterAll(() => cups.server.stop())

describe('held games', () => {
  const dayIn = (days: number) =>
    new Date(cups.server.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

  /** Moves on by 20 days. Everybody signs in again, because unused sessions end. */
  async function goToNextDays(): Promise<void> {
    cups.server.clock.advance({ days: 20 })
    await cups.signEverybodyIn()
  }

  /** Creates a sealed event that alpha agreed to, and another organiser's event, on a day that no other test uses. */
  async function beside(): Promise<{
    days: object
    sealed: number
    other: number
    heldAt: string
  }> {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const sealed = await cups.createEvent('host', days)
    const other = await cups.createEvent('rival', days)
    await cups.seal('host', sealed)
    await cups.answer('alpha', sealed)
    const heldAt = cups.server.clock.now().toISOString()
    await cups.race('alpha')
    cups.server.clock.advance({ minutes: 1 })
    expect(await cups.namesIn('host', sealed)).toEqual({ alpha: everyHiddenName() })
    expect(await cups.namesIn('rival', other)).toEqual({})
    return { days, sealed, other, heldAt }
  }

  const heldIn = async (who: string, eventId: number): Promise<HeldResults[]> =>
    (await cups.ask(who, 'GET', `/api/events/summary/${eventId}`)).held

  const isOpen = async (other: number) =>
    expect(await cups.namesIn('rival', other)).toEqual({ alpha: everyHiddenName() })

  it('are counted on the page of the other event, which links a show that the reader may know', async () => {
    const { sealed, other } = await beside()
    const set = (change: object) =>
      cups.ask('host', 'PUT', `/api/show/control/${sealed}/settings`, change)
    const held = { username: 'alpha', games: 1, hasSnapshot: false }
    await set({ isPublic: false })
    expect(await heldIn('alpha', other)).toEqual([{ ...held, isShown: true, shows: [] }])
    await set({ isPublic: true })
    const publicToken = await cups.makeToken('host', sealed, 'public')
    const shows = [{ name: 'A cup of host', publicToken }]
    expect(await heldIn('alpha', other)).toEqual([{ ...held, isShown: true, shows }])
    // Somebody who added the streamer to an event is not told the link of one that is not listed.
    expect(await heldIn('rival', other)).toEqual([{ ...held, isShown: false, shows: [] }])
    await set({ isListed: true })
    expect(await heldIn('rival', other)).toEqual([{ ...held, isShown: false, shows }])
    expect(await heldIn('host', sealed)).toEqual([])
  })

  it('are only those that finish after the streamer agreed', async () => {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const sealed = await cups.createEvent('host', days)
    const other = await cups.createEvent('rival', days)
    await cups.seal('host', sealed)
    await cups.race('alpha', (position) => `early_${position}`)
    cups.server.clock.advance({ minutes: 1 })
    expect(await cups.sealOf('alpha', sealed)).toMatchObject({ answer: null, isAsking: true })
    expect((await cups.control('host', sealed)).streamers).toMatchObject([
      { username: 'alpha', sealAnswer: null },
      { username: 'beta', sealAnswer: null },
    ])
    await cups.answer('alpha', sealed)
    await cups.answer('beta', sealed, false)
    await cups.race('alpha')
    await cups.race('beta')
    const { alpha = [], beta } = await cups.namesIn('rival', other)
    expect(alpha).toContain('early_1')
    expect(alpha).not.toContain(racerAt(1))
    expect(beta).toEqual(everyHiddenName())
    expect((await cups.control('host', sealed)).streamers).toMatchObject([
      { username: 'alpha', sealAnswer: 'agreed' },
      { username: 'beta', sealAnswer: 'declined' },
    ])
  })

  it('give a racer no result, row or rank in another event until they are opened', async () => {
    const { sealed, other } = await beside()
    cups.people.racer = await cups.server.signIn(racerAt(3))
    const resultsIn = async () =>
      (await cups.ask('racer', 'GET', '/api/events/my-results')).results.filter(
        ({ id }: { id: number }) => id === sealed || id === other,
      )
    const ownIn = async (streamer: string | number = 'all') =>
      (await cups.ask('racer', 'GET', `/api/events/own-row/${other}?streamer=${streamer}`)).own
    expect(await resultsIn()).toEqual([])
    expect([await ownIn(), await ownIn(cups.ids.alpha)]).toEqual([null, null])
    await cups.openNow('alpha')
    expect(await resultsIn()).toMatchObject([{ id: other, rank: 3, of: RACERS }])
    expect(await ownIn()).toMatchObject({ row: { racer_name: racerAt(3), rank: 3 } })
  })

  it('are not listed among the games of a round of another league, until they are opened', async () => {
    const { days, other } = await beside()
    const [{ id: leaderboard }] = await cups.ask('rival', 'GET', '/api/events/leaderboards')
    const first = { ...days, name: 'First', leaderboard, participants: [cups.ids.beta] }
    const series = { seriesName: 'Cups of rival', events: [first] }
    const { id } = await cups.ask('rival', 'POST', '/api/events/createEventSeries', series)
    await cups.ask('rival', 'PUT', `/api/events/series/${id}/events/${other}`)
    const league = `/api/events/series/${id}/league`
    const points = { kind: 'event' }
    const rules = { points, drops: [], minimumRounds: 0, ties: [], multipliers: [] }
    await cups.ask('rival', 'PUT', league, { rules })
    const round = `${league}/rounds/${other}`
    const prescription = { mode: 'race', map: null, sessionType: null, hours: null, games: null }
    await cups.ask('rival', 'PUT', `${round}/prescription`, { prescription })
    const gamesOfAlpha = async (who: string) => {
      const { channels }: { channels: { streamer: { username: string }; games: object[] }[] } =
        await cups.ask(who, 'GET', `${round}/games`)
      return channels.find(({ streamer }) => streamer.username === 'alpha')?.games.length
    }
    expect(await gamesOfAlpha('rival')).toBe(0)
    expect(await gamesOfAlpha('alpha')).toBe(1)
    await cups.openNow('alpha')
    expect(await gamesOfAlpha('rival')).toBe(1)
  })

  it('stay held after the streamer withdraws; later ones are not held', async () => {
    const { sealed, other, heldAt } = await beside()
    await cups.answer('alpha', sealed, false)
    await cups.race('alpha', (position) => `later_${position}`)
    const { alpha = [] } = await cups.namesIn('rival', other)
    expect(alpha).toContain('later_1')
    const upload = { eventId: other, eventData: eventFile('alpha', 0.5) }
    await cups.server.ask(eventUpload(upload, { headers: cups.people.alpha ?? {} }))
    // The latest games include those of the same racers that were opened above.
    const telling = await cups.routesThatTell('rival', other)
    expect(telling.filter((route) => route !== 'GET /api/games')).toEqual([])
    const latest = async () =>
      (await cups.ask('rival', 'GET', '/api/games')).games.map(
        ({ finishedAt }: { finishedAt: string }) => finishedAt,
      )
    expect(await latest()).not.toContain(heldAt)
    await cups.openNow('alpha')
    expect(await latest()).toContain(heldAt)
    await isOpen(other)
  })

  it('open in all events at once when the streamer presses Open now', async () => {
    const { days, other } = await beside()
    const own = await cups.createEvent('alpha', { ...days, participants: [cups.ids.alpha] })
    await cups.seal('alpha', own)
    await cups.race('alpha', (position) => `own_${position}`)
    expect(await cups.ask('alpha', 'GET', '/api/events/seals')).toMatchObject({ heldGames: 2 })
    cups.server.clock.advance({ minutes: 1 })
    await cups.openNow('alpha')
    expect(await cups.ask('alpha', 'GET', '/api/events/seals')).toMatchObject({ heldGames: 0 })
    const { alpha } = await cups.namesIn('rival', other)
    expect(alpha).toEqual(expect.arrayContaining(['own_1', ...hiddenNames]))
    await cups.race('alpha', (position) => `next_${position}`)
    expect((await cups.namesIn('rival', other)).alpha).not.toContain('next_1')
  })

  const ENDS: Record<string, (sealed: number) => Promise<unknown>> = {
    'when the streamer leaves': (sealed) =>
      cups.ask('alpha', 'POST', `/api/events/leave/${sealed}`),
    'when the event is deleted': (sealed) =>
      cups.ask('host', 'DELETE', `/api/events/event/${sealed}`),
    'when the seal is switched off': (sealed) => cups.seal('host', sealed, false),
    "a week after the event's end": async () => cups.server.clock.advance({ days: 8 }),
  }
  it.each(Object.keys(ENDS))('open %s', async (end) => {
    const { sealed, other } = await beside()
    await ENDS[end]?.(sealed)
    await isOpen(other)
  })

  it('stay open when the seal is switched on again, and everybody is asked again', async () => {
    const { sealed, other } = await beside()
    await cups.seal('host', sealed, false)
    await cups.seal('host', sealed)
    await isOpen(other)
    expect(await cups.sealOf('alpha', sealed)).toMatchObject({ answer: null, isAsking: true })
  })

  it('stay open when the show begins a week late', async () => {
    const { sealed, other } = await beside()
    cups.server.clock.advance({ days: 8 })
    await cups.move('host', sealed, { kind: 'start', phase: 'live' })
    await isOpen(other)
  })

  it('are visible in both events whose seals the streamer agreed to; other events wait for both', async () => {
    const { days, sealed, other } = await beside()
    const third = await cups.createEvent('rival', days)
    await cups.seal('rival', other)
    expect(await cups.sealOf('alpha', other)).toMatchObject({ sharesDaysWith: ['A cup of host'] })
    await cups.answer('alpha', other)
    await cups.race('alpha', (position) => `both_${position}`)
    expect((await cups.namesIn('host', sealed)).alpha).toEqual(
      expect.arrayContaining(['both_1', ...hiddenNames]),
    )
    // Games from before the streamer agreed to this seal belong only to the first event.
    expect((await cups.namesIn('rival', other)).alpha).toContain('both_1')
    expect((await cups.namesIn('rival', other)).alpha).not.toContain(racerAt(1))
    cups.server.clock.advance({ days: 1 })
    await cups.move('host', sealed, { kind: 'start', phase: 'live' })
    await cups.move('host', sealed, { kind: 'finish' })
    expect((await cups.namesIn('host', sealed)).alpha).toContain('both_1')
    expect((await cups.namesIn('rival', third)).alpha).toEqual(everyHiddenName())
    expect((await cups.namesIn('rival', third)).alpha).not.toContain('both_1')
    await cups.move('rival', other, { kind: 'start', phase: 'live' })
    await cups.move('rival', other, { kind: 'finish' })
    expect((await cups.namesIn('rival', third)).alpha).toContain('both_1')
  })

  it('do not reach an organiser through a snapshot if the streamer has withdrawn from the seal', async () => {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const withdrawn = await cups.createEvent('rival', { ...days, name: 'Withdrawn' })
    const sealed = await cups.createEvent('host', days)
    await cups.seal('rival', withdrawn)
    await cups.seal('host', sealed)
    await cups.answer('alpha', withdrawn)
    await cups.answer('alpha', withdrawn, false)
    await cups.answer('alpha', sealed)
    await cups.race('alpha')
    cups.server.clock.advance({ minutes: 1 })
    const upload = { eventId: withdrawn, eventData: eventFile('alpha', 0.5) }
    await cups.server.ask(eventUpload(upload, { headers: cups.people.alpha ?? {} }))
    expect(await cups.namesIn('rival', withdrawn)).toEqual({})
    expect((await cups.control('rival', withdrawn)).streamers).toMatchObject([
      { username: 'alpha', gameCount: 0, racerCount: 0, heldGames: 1, hasHeldSnapshot: true },
      { username: 'beta' },
    ])
  })

  const REOPENINGS: Record<string, (sealed: number) => Promise<unknown>> = {
    'resets the show': (sealed) => cups.move('host', sealed, { kind: 'reset' }),
    'moves the end of an event that ended a week ago': async (sealed) => {
      cups.server.clock.advance({ days: 8 })
      const stored = await cups.ask('host', 'GET', `/api/events/getById/${sealed}`)
      const participants = stored.participantUsers.map((user: { id: number }) => user.id)
      const change = { participants, endAt: dayIn(1) }
      await cups.ask('host', 'PUT', `/api/events/update/${sealed}`, { ...stored, ...change })
    },
  }
  it.each(Object.keys(REOPENINGS))('stay open if the organiser %s', async (what) => {
    const { sealed, other } = await beside()
    if (what.includes('show')) {
      await cups.move('host', sealed, { kind: 'start', phase: 'live' })
      await cups.move('host', sealed, { kind: 'finish' })
      await isOpen(other)
    }
    await REOPENINGS[what]?.(sealed)
    await isOpen(other)
  })

  it('are held by a streamer’s own event again after they leave and rejoin it', async () => {
    await goToNextDays()
    const days = { startDate: dayIn(0), endDate: dayIn(0) }
    const own = await cups.createEvent('alpha', days)
    const other = await cups.createEvent('rival', days)
    await cups.seal('alpha', own)
    await cups.ask('alpha', 'POST', `/api/events/leave/${own}`)
    await cups.ask('alpha', 'POST', `/api/events/rejoin/${own}`)
    expect(await cups.sealOf('alpha', own)).toMatchObject({ answer: 'agreed', isAsking: false })
    await cups.race('alpha')
    expect(await cups.namesIn('rival', other)).toEqual({})
  })

  it('cause no announcement when a stranger tries to delete the event', async () => {
    const { sealed } = await beside()
    const heard: string[] = []
    const stop = cups.server.context.changes.follow((topic) => heard.push(topic))
    const url = `/api/events/event/${sealed}`
    expect(await cups.ask('gamma', 'DELETE', url)).toEqual({ unauthorized: true })
    await cups.ask('gamma', 'GET', '/api/events/seals')
    stop()
    expect(heard.filter((topic) => topic.startsWith(`event:${sealed}/`))).toEqual([])
  })

  it('are not seen by an organiser who moves a sealed event onto the same days', async () => {
    await goToNextDays()
    const then = { startDate: dayIn(25), endDate: dayIn(30) }
    const moved = await cups.createEvent('rival', then)
    await cups.seal('rival', moved)
    await cups.answer('alpha', moved)
    cups.server.clock.advance({ days: -20 })
    await beside()
    const stored = await cups.ask('rival', 'GET', `/api/events/getById/${moved}`)
    const participants = stored.participantUsers.map((user: { id: number }) => user.id)
    await cups.ask('rival', 'PUT', `/api/events/update/${moved}`, {
      ...stored,
      participants,
      startAt: dayIn(0),
    })
    expect(await cups.namesIn('rival', moved)).toEqual({})
    expect(await cups.sealOf('alpha', moved)).toMatchObject({ answer: null, isAsking: true })
  })

  it('are held only after an agreement to the current days of the event', async () => {
    await goToNextDays()
    const sealed = await cups.createEvent('host', { startDate: dayIn(0), endDate: dayIn(0) })
    await cups.seal('host', sealed)
    const { startsAt } = (await cups.sealOf('alpha', sealed))?.event ?? {}
    const response = await cups.server.call({
      method: 'PUT',
      url: `/api/events/seals/${sealed}`,
      headers: cups.people.alpha ?? {},
      body: { isAgreed: true, startsAt, endsAt: cups.server.clock.now().toISOString() },
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      error: 'The organiser has changed the days of this event. Look at them and answer again.',
    })
  })

  it('are announced to the companion while the streamer has not answered', async () => {
    await goToNextDays()
    const sealed = await cups.createEvent('host', {
      ...{ startDate: dayIn(0), endDate: dayIn(0) },
      participants: [cups.ids.gamma],
    })
    await cups.seal('host', sealed)
    const { key } = await cups.ask('gamma', 'POST', '/api/uploads/key')
    const unanswered = async () =>
      (await cups.ask('gamma', 'POST', '/api/companion/heartbeat', heartbeat(key))).unansweredSeals
    expect(await unanswered()).toBe(1)
    await cups.answer('gamma', sealed)
    expect(await unanswered()).toBe(0)
  })
})
