/** An event's leaderboard in a browser, and the tasks of its page's thread according to a trace. */
import { type Browser, chromium, type Page } from '@playwright/test'
import type { SessionHeader } from '@rollcall/demo/api-client'
import { findChromium } from '../e2e/find-chromium.ts'

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}

export async function signedInPage(
  browser: Browser,
  {
    origin,
    host,
    ...viewport
  }: { origin: string; host: SessionHeader; width: number; height: number },
): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate(
    (token) => localStorage.setItem('jwtToken', token),
    host.authorization.replace('Bearer ', ''),
  )
  return page
}

export async function reveal(page: Page): Promise<void> {
  const button = page.getByRole('button', {
    name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/,
  })
  for (let label = await button.textContent(); label !== 'Show Podium'; ) {
    await button.press('Enter')
    const before = label
    while (label === before) {
      await frame(page)
      label = await button.textContent()
    }
  }
}

export async function frame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
}

/** Waits until everything that the last action started is over and frames no longer change. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** The start, in microseconds. */
  ts: number
  /** The duration, in microseconds. */
  dur?: number
  /** The thread's processor time, in microseconds. */
  tdur?: number
  args?: { name?: string }
}

interface PageTask {
  /** Processor time. */
  ms: number
  /** Whether it drew a frame, that is, ran callbacks of requestAnimationFrame. */
  isFrame: boolean
}

/** The tasks of the page's thread in order, from a trace with the categories used below. */
export function pageTasks(trace: Buffer): PageTask[] {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const pageEvents = traceEvents
    .filter(({ pid, tid }) => threads.has(`${pid} ${tid}`))
    .toSorted((one, other) => one.ts - other.ts)
  const frames = pageEvents.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts)
  let next = 0
  const tasks = pageEvents.flatMap(({ name, ts, dur = 0, tdur }) => {
    if (!name.endsWith('RunTask') || tdur === undefined) {
      return []
    }
    const first = next
    while (next < frames.length && (frames[next] ?? 0) <= ts + dur) {
      next += 1
    }
    return [{ ms: tdur / 1_000, isFrame: next > first }]
  })
  if (tasks.length === 0) {
    throw new Error('The trace contains no tasks of the page.')
  }
  return tasks
}
