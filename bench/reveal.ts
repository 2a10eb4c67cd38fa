/**
 * How long each frame of a reveal occupies the page's thread at 1920x1080: an event with 850 racers is revealed from
 * rank 11 to the podium, waiting for each blur, on the event's leaderboard, on the stage and on the overlay. A
 * frame's cost is the processor time of all tasks from one frame to the next, because other load on the machine
 * delays frames too.
 *
 * Run with `node bench/reveal.ts`; with DATABASE_URL, in a new database on that server.
 */
import type { Locator, Page } from '@playwright/test'
import { openApiClient, type SessionHeader } from '@rollcall/demo/api-client'
import { REVEAL_START_RANK } from '@rollcall/scoring/reveal'
import { createFilledEvent } from './event-rows.ts'
import { judge, print } from './figures.ts'
import { buildPages, startMeasured } from './measured-server.ts'
import { frame, openBrowser, pageTasks, reveal, settle, signedInPage } from './page-thread.ts'

const RACERS = 850
const FRAME_MS = 16
const MAX_FRAME_MS = 50
const MIN_SHARE_WITHIN = 0.95
/** Until the podium has risen and the marbles have rained. */
const PODIUM_MS = 9_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
buildPages()
const server = await startMeasured()
try {
  const client = openApiClient(server.origin)
  const host = await client.signIn('bench_host')
  const eventId = await createFilledEvent(server, host, { streamers: 1, racers: RACERS })
  const control = `/api/show/control/${eventId}`
  const { overlayToken } = await client.call<ControlRoom>(`${control}/token`, host, {
    of: 'overlay',
  })

  /** Makes the organiser's presses, each after the previous blur has cleared. */
  const runShow = async () => {
    let room = await client.call<ControlRoom>(control, host)
    const press = async (move: object) => {
      room = await client.call<ControlRoom>(`${control}/move`, host, {
        version: room.version,
        move,
      })
      await wait(room.waitMs)
    }
    if (room.phase !== 'waiting') {
      await press({ kind: 'reset' })
    }
    await press({ kind: 'start', phase: 'live', startRank: REVEAL_START_RANK })
    while (room.next.kind !== 'finish') {
      await press({ kind: 'next' })
    }
    await wait(PODIUM_MS)
  }

  const verdicts = [
    await judgeFrames('leaderboard', host, {
      path: `/my-events/view-leaderboard/${eventId}?streamer=all`,
      first: (page) => page.getByRole('button', { name: 'Start Reveal' }),
      act: reveal,
    }),
    await judgeFrames('stage', host, {
      path: `/stage/${eventId}`,
      first: (page) => page.getByText('Results are coming soon'),
      act: runShow,
    }),
    await judgeFrames('overlay', host, {
      path: `/overlay/e/${overlayToken}`,
      first: (page) => page.getByText('Podium'),
      act: runShow,
    }),
  ]
  process.exitCode = verdicts.every(Boolean) ? 0 : 1
} finally {
  await server.stop()
}

/** The fields that are needed to move a show. */
interface ControlRoom {
  readonly version: number
  readonly phase: string
  readonly waitMs: number
  readonly next: { readonly kind: string }
  readonly overlayToken: string | null
}

interface Measured {
  readonly path: string
  /** An element that is visible before the reveal. */
  readonly first: (page: Page) => Locator
  readonly act: (page: Page) => Promise<void>
}

async function judgeFrames(name: string, host: SessionHeader, measured: Measured) {
  const frames = await measureFrames(host, measured)
  const within = frames.filter((ms) => ms <= FRAME_MS).length / frames.length
  print(`${name}, reveal of ${RACERS} racers at 1920x1080: ${frames.length} frames`)
  return [
    judge(`frames of at most ${FRAME_MS} ms, of 100`, within * 100, {
      least: MIN_SHARE_WITHIN * 100,
    }),
    judge('longest frame, ms', Math.max(...frames), { most: MAX_FRAME_MS }),
  ].every(Boolean)
}

/** The processor time of the page's thread between each two frames, in milliseconds. */
async function measureFrames(
  host: SessionHeader,
  { path, first, act }: Measured,
): Promise<number[]> {
  const { origin } = server
  const browser = await openBrowser()
  try {
    const page = await signedInPage(browser, { origin, host, width: 1920, height: 1080 })
    await page.goto(`${origin}${path}`)
    await first(page).waitFor()
    await settle(page)
    await browser.startTracing(page, {
      categories: ['toplevel', 'devtools.timeline', '__metadata'],
    })
    // Marks each frame, even if only styles animate.
    await page.evaluate(() => {
      const mark = () => requestAnimationFrame(mark)
      mark()
    })
    // The frame in which tracing starts does not belong to the reveal.
    await frame(page)
    await act(page)
    const frames: number[] = []
    let frameMs = 0
    for (const { ms, isFrame } of pageTasks(await browser.stopTracing())) {
      if (isFrame) {
        frames.push(frameMs)
        frameMs = 0
      }
      frameMs += ms
    }
    return frames.slice(1)
  } finally {
    await browser.close()
  }
}
