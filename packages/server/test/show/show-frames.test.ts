/** Streams bring the pages of a show their views: each one when it is due, and never earlier. */
import type { ShowView } from '@rollcall/contract/show-view'
import { MASKED_NAME } from '@rollcall/scoring/racer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { statementsDuring } from '../helpers/asked-statements.ts'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { racerAt, ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

/** People see a change within a second. The rest is a margin for a busy machine. */

let server: TestServer
const streams: FollowedStream[] = []
beforeAll(async () => {
  server = await startTestServer({ startsAt: new Date('2026-11-02T20:00:00Z') })
})
afterEach(() => {
  for (const stream of streams.splice(0)) {
    stream.close()
  }
})
afterAll(async () => {
  const stopped = server.stop()
  server.app.server.closeAllConnections()
  await stopped
})

/** Opens a stream, and waits for its current view. */
async function follow(topic: string, headers = {}): Promise<FollowedStream> {
  const stream = await FollowedStream.open(server, topic, headers)
  streams.push(stream)
  await expect.poll(() => stream.framesAtFirstPing).not.toBeNull()
  return stream
}

interface Followed {
  event: ShowEvent
  publicToken: string
  overlayToken: string
}

async function create(settings: Parameters<ShowEvent['settings']>[0] = {}): Promise<Followed> {
  const event = await ShowEvent.create(server)
  await event.settings({ isPublic: true, ...settings })
  return {
    event,
    publicToken: await event.token('public'),
    overlayToken: await event.token('overlay'),
  }
}

const reachedIn = (views: readonly { view: ShowView }[]) => views.map(({ view }) => view.reached)

describe('a move', () => {
  it('sends stage and overlay a frame at once, and viewers theirs when it is due', async () => {
    const { event, publicToken, overlayToken } = await create({ viewersDelayS: 60 })
    await event.move({ kind: 'start', phase: 'live' })
    const stage = await follow(`organiser/stage:${event.id}`, event.host)
    const overlay = await follow(`link/overlay:${overlayToken}`)
    const page = await follow(`link/show:${publicToken}`)
    for (const stream of [stage, overlay, page]) {
      expect(stream.framesAtFirstPing).toBe(1)
      expect(stream.frames[0]?.view.reached).toBe(11)
    }
    const { version } = await event.press({ kind: 'next' })
    for (const stream of [stage, overlay]) {
      await expect.poll(() => stream.frames.length).toBe(2)
      expect(stream.frames[1]).toMatchObject({
        view: { version, reached: 10 },
      })
    }
    expect(overlay.frames[1]?.view).toEqual(stage.frames[1]?.view)
    expect(reachedIn(page.frames)).toEqual([11])
    await event.settle()
    await expect.poll(() => page.frames.length).toBe(2)
    expect(page.frames[1]).toMatchObject({ view: { version, reached: 10, blurMs: 0 } })
    // A call returns the same view.
    expect(page.frames[1]?.view).toEqual(await event.seen(`public/${publicToken}`))
    expect(stage.frames[1]?.view).toEqual(await event.stage())
    expect([stage, overlay, page].flatMap(({ changed }) => changed)).toEqual([])
  })

  it('sends a participant of a sealed event the revealed rows, until all results are open', async () => {
    const { event } = await create({ isSealed: true, viewersDelayS: 60 })
    const [caster] = event.casters
    const topic = `participants/event:${event.id}`
    const participant = await follow(topic, caster)
    const organiser = await follow(topic, event.host)
    expect(participant.viewOf(topic)?.scene).toBe('before')
    expect(organiser.frames).toEqual([])
    await event.press({ kind: 'start', phase: 'live' })
    await event.settle()
    await expect.poll(() => participant.viewOf(topic)?.reached).toBe(11)
    await event.press({ kind: 'next' })
    await event.settle()
    await expect.poll(() => participant.viewOf(topic)?.reached).toBe(10)
    const told = JSON.stringify(participant.frames)
    expect(told).toContain(racerAt(10))
    expect(told).toContain(MASKED_NAME)
    expect(told).not.toContain(racerAt(9))
    expect(participant.changed).toEqual([])
    await event.press({ kind: 'finish' })
    await event.settle()
    await expect.poll(() => participant.changed).toContain(topic)
    expect(participant.viewOf(topic)?.reached).toBe(10)
    // A seal would hold back games from the events of other tests.
    await event.settings({ isSealed: false })
  })

  it('in a rehearsal reaches the stage only', async () => {
    const { event, publicToken, overlayToken } = await create()
    await event.move({ kind: 'start', phase: 'live' })
    await event.move({ kind: 'reset' })
    const stage = await follow(`organiser/stage:${event.id}`, event.host)
    const overlay = await follow(`link/overlay:${overlayToken}`)
    const page = await follow(`link/show:${publicToken}`)
    await event.press({ kind: 'start', phase: 'rehearsal' })
    await expect.poll(() => stage.frames.at(-1)?.view.isRehearsal).toBe(true)
    await event.settings({ isListed: true })
    await event.press({ kind: 'finish' })
    await expect.poll(() => stage.frames.at(-1)?.view.scene).toBe('before')
    for (const { frames, changed } of [overlay, page]) {
      expect(frames.map(({ view }) => view.scene)).toEqual(['before'])
      expect(changed).toEqual([])
    }
  })
})

it('a new stream starts with the current view', async () => {
  const { event, publicToken } = await create()
  await event.move({ kind: 'start', phase: 'live' })
  const first = await follow(`link/show:${publicToken}`)
  first.close()
  await event.move({ kind: 'next' })
  await event.move({ kind: 'next' })
  const second = await follow(`link/show:${publicToken}`)
  expect(reachedIn(first.frames)).toEqual([11])
  expect(reachedIn(second.frames)).toEqual([9])
})

it('followers on another process get the same frames', async () => {
  const { event, overlayToken } = await create()
  await event.move({ kind: 'start', phase: 'live' })
  const other = await startTestServer({ beside: server })
  const topic = `link/overlay:${overlayToken}`
  const here = await follow(topic)
  const there = await FollowedStream.open(other, topic)
  await expect.poll(() => there.viewOf(topic)?.reached).toBe(11)
  await event.press({ kind: 'next' })
  await expect.poll(() => there.viewOf(topic)?.reached).toBe(10)
  await expect.poll(() => here.viewOf(topic)).toEqual(there.viewOf(topic))
  there.close()
  const stopped = other.stop()
  other.app.server.closeAllConnections()
  await stopped
})

it('an overlay fetches standings before the show itself, because it chooses which', async () => {
  const { event, overlayToken } = await create()
  const topic = `link/overlay:${overlayToken}`
  const overlay = await follow(topic)
  expect(overlay.frames).toEqual([])
  await event.upload('alpha', 0.3)
  await expect.poll(() => overlay.changed).toEqual([topic])
  await event.move({ kind: 'start', phase: 'live' })
  await expect.poll(() => overlay.viewOf(topic)?.scene).toBe('reveal')
  await event.upload('alpha', 0.4)
  await event.move({ kind: 'next' })
  await expect.poll(() => overlay.viewOf(topic)?.reached).toBe(10)
  expect(overlay.changed).toEqual([topic])
})

it('new participants come as another frame of the same version, and a new address ends the stream', async () => {
  const { event, publicToken } = await create()
  const topic = `link/show:${publicToken}`
  const page = await follow(topic)
  const url = `/api/events/getById/${event.id}`
  const stored = await server.ask({ method: 'GET', url, headers: event.host })
  const [alpha] = stored.participantUsers
  await server.ask({
    method: 'PUT',
    url: `/api/events/update/${event.id}`,
    headers: event.host,
    body: { ...stored, participants: [alpha.id] },
  })
  const streamers = () => page.viewOf(topic)?.event.streamers.map(({ username }) => username)
  await expect.poll(streamers).toEqual(['alpha'])
  expect(page.frames.map(({ view }) => view.version)).toEqual([0, 0])
  await event.token('public')
  await expect.poll(() => page.hasEnded).toBe(true)
  expect(page.refused).toEqual([topic])
})

it('a move reads the show once, and the control room once for all devices', async () => {
  const { event } = await create({ viewersDelayS: 60 })
  await event.move({ kind: 'start', phase: 'live' })
  const { version } = await event.control()
  const asked = async (work: () => Promise<unknown>) => {
    const statements = await statementsDuring(work)
    const count = (pattern: RegExp) =>
      statements.filter(({ text, isOfWork }) => isOfWork && pattern.test(text)).length
    return {
      show: count(/ from "events" as "event" inner join "users" as "organiser"/),
      tiles: count(/from event_participants as participant\s+join events as event/),
    }
  }
  const press = async () => {
    const { statusCode, body } = await event.tryMove({ kind: 'next' }, version)
    expect(statusCode, body).toBe(200)
  }
  expect(await asked(press)).toEqual({ show: 1, tiles: 1 })
  const lookOnOtherDevices = async () => {
    const [one, other] = [await event.control(), await event.control()]
    expect(one).toMatchObject({ version: version + 1, reached: 10 })
    expect(other.waitMs).toBeLessThanOrEqual(one.waitMs)
  }
  expect(await asked(lookOnOtherDevices)).toEqual({ show: 0, tiles: 0 })
})
