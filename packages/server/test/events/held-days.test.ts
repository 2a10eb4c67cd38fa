/** A day of a channel on which a game is held has no public board until all of that day is opened. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SealedCups } from '../helpers/sealed-cups.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { closeDays } from '../helpers/settle-work.ts'
import { racerAt } from '../helpers/show-event.ts'

let cups: SealedCups
let sealed: number
beforeAll(async () => {
  cups = await SealedCups.start()
  await cups.race('alpha')
  // To the evening of the marble day 1 November.
  cups.server.clock.advance({ hours: 6 })
  await closeDays(cups.server.context)
  sealed = await cups.createEvent('host')
  await cups.seal('host', sealed)
  await cups.answer('alpha', sealed)
})
afterAll(() => cups.server.stop())

const DAY = '2026-11-01'
const HELD = { day: DAY, event: null }

const board = (who: string, channel = 'alpha', of = 'today') =>
  cups.ask(who, 'GET', `/api/channels/${channel}/board?of=${of}`)
const racer = () => cups.ask('', 'GET', `/api/racers/twitch/${racerAt(1)}`)

describe('a held day', () => {
  it('begins with the first held game', async () => {
    expect(await board('')).toMatchObject({ rows: [], total: 0 })
    expect(await board('')).not.toHaveProperty('held')
    await cups.race('alpha')
    expect(await board('')).toEqual({
      ...{ rows: [], total: 0, totalPages: 0, best: null, found: null },
      held: HELD,
    })
    expect(await board('', 'alpha', DAY)).toEqual(await board(''))
    expect((await board('', 'alpha', '2026-10-31')).held).toBeUndefined()
    for (const of of ['week', 'month', '2026-W44', '2026-11']) {
      expect(await board('', 'alpha', of), of).toEqual(await board(''))
    }
    for (const of of ['2026-W43', '2026-10']) {
      expect((await board('', 'alpha', of)).held, of).toBeUndefined()
    }
  })

  it('is shown to the streamer and to nobody else', async () => {
    expect((await board('alpha')).rows).toHaveLength(40)
    expect((await board('alpha', 'alpha', 'week')).rows).toHaveLength(40)
    for (const who of ['host', 'beta', 'rival']) {
      expect((await board(who)).rows).toEqual([])
    }
  })

  it('names the event to those who take part, and to everybody if it is listed', async () => {
    const event = {
      name: 'A cup of host',
      publicToken: await cups.makeToken('host', sealed, 'public'),
    }
    expect((await board('beta')).held).toEqual({ ...HELD, event })
    expect((await board('rival')).held).toEqual(HELD)
    await cups.ask('host', 'PUT', `/api/show/control/${sealed}/settings`, { isListed: true })
    expect((await board('rival')).held).toEqual({ ...HELD, event })
    await cups.ask('host', 'PUT', `/api/show/control/${sealed}/settings`, { isListed: false })
  })

  it("is left out of racers' days, which say so", async () => {
    const { year, points } = await racer()
    expect(year).toMatchObject({ days: [{ day: '2026-10-31' }], heldDays: [DAY] })
    expect(points.season).toBe(80)
  })

  it('is not in a file or a picture', async () => {
    const url = '/api/channels/alpha/board/export?of=today&format=csv'
    const refused = await cups.server.call({ method: 'GET', url })
    expect(refused.json().error).toBe('Points of 1 Nov are shown after a show.')
    const headers = cups.people.alpha ?? {}
    expect((await cups.server.call({ method: 'GET', url, headers })).payload).toContain(racerAt(1))
  })

  it("is not on the channel's overlay", async () => {
    const { token } = await cups.ask('alpha', 'POST', '/api/show/own-channel')
    const overlay = () => cups.ask('', 'GET', `/api/show/channel/${token}?of=today`)
    expect(await overlay()).toMatchObject({ rows: [], held: HELD })
    expect((await cups.ask('', 'GET', `/api/show/channel/${token}`)).rows).toHaveLength(20)
  })

  it('says nothing of what a public game changed on it', async () => {
    cups.server.clock.advance({ minutes: 1 })
    await cups.answer('alpha', sealed, false)
    await cups.race('alpha')
    const [{ id }] = (await cups.ask('', 'GET', '/api/games')).games
    expect(await cups.ask('', 'GET', `/api/games/${id}`)).toMatchObject({
      changes: null,
      held: HELD,
    })
    expect((await board('')).rows).toEqual([])
  })

  it('opens with the rest', async () => {
    cups.server.clock.advance({ minutes: 1 })
    await cups.openNow('alpha')
    expect(await board('')).toMatchObject({
      total: 40,
      rows: expect.arrayContaining([expect.objectContaining({ score: 80 })]),
    })
    expect(await board('')).not.toHaveProperty('held')
    expect((await racer()).year.days).toMatchObject([
      { day: '2026-10-31' },
      { day: DAY, points: 80 },
    ])
  })
})

describe('a day to which a snapshot added points after the streamer agreed', () => {
  const snapshot = (points: number) => {
    const files = makeSeason({
      channel: 'gamma',
      racers: [{ name: 'racer', racePoints: points }],
      marbleDay: cups.server.clock.now().toISOString().slice(0, 10),
    })
    return cups.server.ask(seasonUpload(files, { headers: cups.people.gamma ?? {} }))
  }
  const dayOf = async (of: string) => {
    const { rows, held } = await board('', 'gamma', of)
    return held === undefined ? rows.map(({ score }: { score: number }) => score) : 'held'
  }

  it('is held, because a snapshot does not say which games it includes', async () => {
    cups.server.clock.advance({ days: 2 })
    for (const points of [100, 150, 160]) {
      await snapshot(points)
      cups.server.clock.advance({ days: 1 })
    }
    cups.server.clock.advance({ minutes: 1 })
    const days = { startDate: '2026-11-06', endDate: '2026-11-07' }
    const participants = [cups.ids.gamma, cups.ids.beta]
    const cup = await cups.createEvent('host', { ...days, participants })
    await cups.seal('host', cup)
    await cups.answer('gamma', cup)
    const shown = async () => [await dayOf('2026-11-03'), await dayOf('2026-11-05')]
    expect(await shown()).toEqual([[50], []])
    await snapshot(180)
    expect(await shown()).toEqual([[50], 'held'])
    cups.server.clock.advance({ minutes: 1 })
    await cups.openNow('gamma')
    expect(await shown()).toEqual([[50], [20]])
  })
})
