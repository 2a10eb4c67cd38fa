/** Until its show is over, only the sealed event shows games of streamers who agreed to its seal. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventUpload } from '../helpers/game-files.ts'
import { everyHiddenName, SealedCups } from '../helpers/sealed-cups.ts'
import { eventFile, racerAt } from '../helpers/show-event.ts'

let cups: SealedCups
beforeAll(async () => {
  cups = await SealedCups.start()
})
afterAll(() => cups.server.stop())

describe('an event at the same time as a sealed one', () => {
  let sealed: number
  const events: Record<string, { organiser: string; reader?: string; eventId: number }> = {}

  beforeAll(async () => {
    const long = await cups.createEvent('rival', { endDate: '2027-11-26' })
    await cups.seal('rival', long)
    events['sealed first, for 391 days, and nobody agreed'] = { organiser: 'rival', eventId: long }
    sealed = await cups.createEvent('host')
    events['not sealed'] = { organiser: 'rival', eventId: await cups.createEvent('rival') }
    await cups.seal('host', sealed)
    await cups.answer('alpha', sealed)
    await cups.answer('beta', sealed)
    const late = await cups.createEvent('rival', { endDate: '2026-11-30' })
    await cups.seal('rival', late)
    events['sealed later, and nobody agreed'] = { organiser: 'rival', eventId: late }
    events['of one of the streamers, with a guest'] = {
      organiser: 'alpha',
      reader: 'gamma',
      eventId: await cups.createEvent('alpha', { participants: [cups.ids.alpha, cups.ids.gamma] }),
    }
    events['of the same organiser'] = { organiser: 'host', eventId: await cups.createEvent('host') }
    cups.server.clock.advance({ hours: 1 })
    await cups.race('alpha')
    await cups.race('beta')
    const eventId = await cups.createEvent('rival', { name: 'With snapshots' })
    for (const channel of ['alpha', 'beta']) {
      const upload = { eventId, eventData: eventFile(channel, 0.5) }
      await cups.server.ask(eventUpload(upload, { headers: cups.people[channel] ?? {} }))
    }
    events['with snapshots'] = { organiser: 'rival', eventId }
    cups.server.clock.advance({ days: 2 })
    await cups.move('host', sealed, { kind: 'start', phase: 'live' })
  })

  const KINDS = [
    'sealed first, for 391 days, and nobody agreed',
    'not sealed',
    'sealed later, and nobody agreed',
    'of one of the streamers, with a guest',
    'of the same organiser',
    'with snapshots',
  ]

  it('leaves the games to the sealed event, whose organiser sees them', async () => {
    expect(await cups.namesIn('host', sealed)).toMatchObject({
      alpha: everyHiddenName(),
      beta: everyHiddenName(),
    })
  })

  /** Who has asked everything; for further events of theirs, only these differ. */
  const known = new Set<string>()

  it.each(KINDS)('shows nobody any of these games: %s', async (kind) => {
    const { organiser = '', reader: who = organiser, eventId = 0 } = events[kind] ?? {}
    const isOfEvent = known.has(who)
    known.add(who)
    expect(await cups.routesThatTell(organiser, eventId, { who, isOfEvent })).toEqual([])
    const { streamers } = await cups.control(organiser, eventId)
    for (const { username, racerCount, gameCount, receivedAt, ...tile } of streamers) {
      expect({ racerCount, gameCount, receivedAt }).toEqual({
        ...{ racerCount: 0, gameCount: 0, receivedAt: null },
      })
      expect(tile).toMatchObject({
        heldGames: username === 'gamma' ? 0 : 1,
        hasHeldSnapshot: kind === 'with snapshots',
      })
    }
  })

  it.each(KINDS)('cannot reveal them: %s', async (kind) => {
    const { organiser = '', eventId = 0 } = events[kind] ?? {}
    const { version } = await cups.control(organiser, eventId)
    const response = await cups.server.call({
      method: 'POST',
      url: `/api/show/control/${eventId}/move`,
      headers: cups.people[organiser] ?? {},
      body: { version, move: { kind: 'start', phase: 'live' } },
    })
    expect(response.json()).toMatchObject({
      error: 'There are no results to reveal on this board yet.',
    })
  })

  it('shows each streamer their own games', async () => {
    const { eventId = 0 } = events['not sealed'] ?? {}
    expect(await cups.namesIn('alpha', eventId)).toEqual({ alpha: everyHiddenName() })
    expect(await cups.namesIn('beta', eventId)).toEqual({ beta: everyHiddenName() })
    const explained = await cups.ask(
      'alpha',
      'GET',
      `/api/events/explain-row/${eventId}?racer=${racerAt(1)}&userId=${cups.ids.alpha}`,
    )
    expect(explained.terms).not.toEqual([])
  })

  it('shows them once the show is over', async () => {
    await cups.move('host', sealed, { kind: 'finish' })
    const { eventId = 0 } = events['not sealed'] ?? {}
    expect(await cups.routesThatTell('rival', eventId)).toEqual(
      expect.arrayContaining([
        'GET /api/events/explain-row/:id',
        'GET /api/events/get-leaderboard/:id',
        'GET /api/show/control/:id/rows',
        'POST /api/reports',
      ]),
    )
  })
})
