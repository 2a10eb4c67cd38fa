/**
 * A show has the same rhythm whatever is hidden. Two shows differ only in hidden rows: in their names, points, decimals and
 * who shares a rank. Moved alike, each step has the same times, addresses and sizes, up to the one that uncovers a
 * difference; and the same times and fields after that.
 */
import type { ShowView } from '@rollcall/contract/show-view'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { FollowedStream } from '../helpers/followed-stream.ts'
import { ShowEvent } from '../helpers/show-event.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

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

const DELAY_S = 7
/** From the end of a step until viewers see it. The rest is a margin for a busy machine. */
const LAG_MS = 500 + DELAY_S * 1_000
const MARGIN_MS = 400

interface Show {
  event: ShowEvent
  page: string
  overlay: string
  frames: FollowedStream
}

/** @param change what differs on the frozen board */
async function begin(change: ReturnType<typeof sql> | null): Promise<Show> {
  const event = await ShowEvent.create(server)
  await event.settings({ isPublic: true, viewersDelayS: DELAY_S })
  const [page, overlay] = [await event.token('public'), await event.token('overlay')]
  await event.move({ kind: 'start', phase: 'live' })
  if (change !== null) {
    await sql`update show_rows set ${change} where event_id = ${event.id} and rank <= 8`.execute(
      server.context.db,
    )
  }
  const frames = await FollowedStream.open(server, `link/overlay:${overlay}`)
  streams.push(frames)
  await expect.poll(() => frames.framesAtFirstPing).not.toBeNull()
  return { event, page, overlay, frames }
}

/** How long stage and viewers take, by the database's clock. */
async function timesOf({ event }: Show) {
  const { rows } = await sql<{ stepMs: number; lagMs: number }>`
    select step.blur_ms as "stepMs",
      (extract(epoch from step.due_at - show.clears_at) * 1000)::double precision as "lagMs"
    from shows as show join show_steps as step using (event_id, version)
    where show.event_id = ${event.id}`.execute(server.context.db)
  const [times] = rows
  expect(Math.abs((times?.lagMs ?? 0) - LAG_MS)).toBeLessThan(MARGIN_MS)
  return times?.stepMs
}

/** Everything of a step that somebody can measure who sees what viewers and the overlay see. */
async function measure(show: Show) {
  const { event, page, overlay, frames } = show
  const before = frames.frames.length
  const pressed = await event.press({ kind: 'next' })
  await expect.poll(() => frames.frames.length).toBeGreaterThan(before)
  const stepMs = await timesOf(show)
  await event.settle()
  const answers = []
  for (const path of [`public/${page}`, `overlay/${overlay}`, `public/${page}/rows?page=1`]) {
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await server.call({ method: 'GET', url: `/api/show/${path}`, headers })
    const { etag, 'content-length': length } = answer.headers
    answers.push({ status: answer.statusCode, etag, length, size: answer.rawPayload.length })
  }
  return {
    stepMs,
    waits: pressed.waitMs > 0,
    frames: frames.frames.slice(before).map(({ view }) => JSON.stringify(view)),
    answers,
    // In the pictures of an event there is nothing of a row.
    pictures: (await event.stage()).event.streamers.map(({ profileImageUrl }) => profileImageUrl),
  }
}

it.each([
  { of: 'names', change: sql`racer_name = repeat('long_', position + 1)` },
  { of: 'points with decimals', change: sql`event_points = event_points + 0.37` },
  {
    of: 'shared ranks',
    change: sql`rank = case when rank in (2, 3) then 2 when rank = 8 then 7 else rank end`,
  },
])('hidden $of change nothing of a step before they are uncovered', async ({ change }) => {
  const [one, other] = [await begin(null), await begin(change)]
  for (const rank of [10, 9]) {
    const [first, second] = [await measure(one), await measure(other)]
    expect(first.stepMs, `rank ${rank}`).toBe(3_000)
    expect(second).toEqual(first)
  }
})

const SECRET = new Set(['racer_name', 'event_points', 'points', 'gap'])
/** A view without what its rows are called and have. */
const shapeOf = (view: ShowView) =>
  JSON.parse(JSON.stringify(view, (name, value) => (SECRET.has(name) ? null : value)))

it('after that, steps take the same time and have the same fields, whatever names and points they uncover', async () => {
  const one = await begin(null)
  const other = await begin(
    sql`racer_name = repeat('x', position), event_points = event_points * 3.01`,
  )
  for (const show of [one, other]) {
    // Which side a rank has is drawn by lot.
    await sql`update shows set seed = 0 where event_id = ${show.event.id}`.execute(
      server.context.db,
    )
  }
  const kinds: (string | undefined)[] = []
  for (let step = 0; step < 11; step += 1) {
    for (const show of [one, other]) await show.event.press({ kind: 'next' })
    expect(await timesOf(other)).toBe(await timesOf(one))
    const [first, second] = [await one.event.stage(), await other.event.stage()]
    expect(shapeOf(second)).toEqual(shapeOf(first))
    kinds.push(first.step)
    for (const show of [one, other]) await show.event.settle()
  }
  expect(kinds).toEqual([...Array(7).fill('row'), ...['gap', 'totals', 'names', 'podium']])
}, 60_000)
