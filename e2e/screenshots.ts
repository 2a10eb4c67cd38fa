/**
 * `npm run screenshots`: a picture of every page in every state, at four widths in both themes, into
 * `e2e/screenshots`; with names that are hard to lay out. Each page is checked by axe, and for anything
 * that reaches beyond its window; findings are printed and end the command with 1.
 *
 * Words after `--` choose: `npm run screenshots -- leaderboards 390 light`.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { openApiClient } from '@rollcall/server/demo/api-client'
import { uploadBoard } from './boards.ts'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { isRoot } from './find-chromium.ts'
import { originUnderTest } from './sessions.ts'
import startServer, { ADMIN } from './start-server.ts'

const OUT = path.join(import.meta.dirname, 'screenshots')
const WIDTHS = { 1920: 1080, 1440: 900, 820: 1180, 390: 844 }
const SCHEMES = ['dark', 'light'] as const
const HARD_NAMES = [
  'W'.repeat(25),
  'marble'.repeat(20),
  'مُتسابق الكرات الزجاجية السريع',
  'ガラス玉レーシング選手権の王者',
]
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Without these a page would not even say that it loads. */
const FRAME_CALLS = /\/api\/(?:auth\/site|user|live)(?:\?|$)/
const QUIET_MS = 400

type State = 'full' | 'empty' | 'loading' | 'failing'

interface Target {
  name: string
  path: string
  states: readonly State[]
  /** What is done on the page before it is looked at. */
  act?: (page: Page) => Promise<void>
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const wanted = process.argv.slice(2)
const isWanted = (file: string) => wanted.every((word) => file.includes(word))

const stop = await startServer()
let findings = 0
try {
  const targets = await fill()
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? '',
    args: isRoot ? ['--no-sandbox'] : [],
  })
  for (const target of targets) {
    for (const state of target.states) {
      for (const scheme of SCHEMES) await takeAll(browser, { target, state, scheme })
    }
  }
  await browser.close()
  print(findings === 0 ? `all in ${OUT}` : `${findings} findings; pictures in ${OUT}`)
  process.exitCode = findings === 0 ? 0 : 1
} finally {
  await stop()
}

/** An organiser with everything, of whom the hard names are racers, channels and events. */
async function fill(): Promise<Target[]> {
  const racers = [{ name: ADMIN, racePoints: 1200, royalePoints: 340 }]
  for (const season of [73, 74, 75]) {
    const rows = [ADMIN, ...HARD_NAMES, ...ladder(18).map(({ name }) => name)]
    await uploadBoard(
      season,
      rows.map((channel, index) => ({ channel, points: 90_000 - index * 3_217, racers })),
    )
  }
  const organiser = await signInStreamer(ADMIN)
  const event = await createEvent([organiser], HARD_NAMES[1] ?? '')
  const standing = HARD_NAMES.map((name, index) => ({ name, points: 900.5 - index * 10.25 }))
  await uploadStanding(organiser, event, [...standing, ...ladder(40)])
  const door = openApiClient(originUnderTest())
  const [configuration] = await door.call<{ id: number }[]>(
    '/api/events/leaderboards',
    organiser.session,
  )
  await door.call('/api/events/createEventSeries', organiser.session, {
    seriesName: HARD_NAMES[0],
    events: HARD_NAMES.map((name) => ({
      name,
      startDate: '2030-03-01',
      endDate: '2030-03-02',
      participants: [organiser.id],
      leaderboard: configuration?.id,
    })),
  })
  const { eventSeries } = await door.call<{ eventSeries: { id: number }[] }>(
    '/api/events/getAll',
    organiser.session,
  )
  return targetsOf({
    event,
    series: eventSeries[0]?.id ?? 0,
    configuration: configuration?.id ?? 0,
  })
}

function targetsOf(ids: { event: number; series: number; configuration: number }): Target[] {
  const every: readonly State[] = ['full', 'empty', 'loading', 'failing']
  const withData: readonly State[] = ['full', 'loading', 'failing']
  const channel = encodeURIComponent(HARD_NAMES[0] ?? '')
  const list: [string, string, readonly State[]][] = [
    ['login', '/login', withData],
    ['seasons', '/dashboard/season', every],
    ['lifetime', '/dashboard/lifetime', every],
    ['channels', '/dashboard/channel', every],
    ['season-channels', '/dashboard/season/75?sort=points', every],
    ['channel', `/dashboard/channel/${channel}`, every],
    ['channel-season', `/dashboard/channel/${channel}/75`, every],
    ['season-unknown', '/dashboard/season/999', ['full']],
    ['leaderboards', '/leaderboards', withData],
    ['leaderboards-search', '/leaderboards?channel=nobody_at_all', ['empty']],
    ['leaderboards-beyond', '/leaderboards?page=99', ['full']],
    ['leaderboards-unknown', '/leaderboards?season=999', ['full']],
    ['my-events', '/my-events', every],
    ['create-event', '/my-events/create', withData],
    ['manage-event', `/my-events/manage/${ids.event}`, withData],
    ['manage-series', `/my-events/manage-series/${ids.series}`, withData],
    ['event-leaderboard', `/my-events/view-leaderboard/${ids.event}`, withData],
    ['new-config', '/new-leaderboard-config', ['full']],
    ['config', `/manage-leaderboard-config/${ids.configuration}`, withData],
    ['download', '/download', withData],
    ['admin-settings', '/admin/update-rollcall-settings', withData],
    ['admin-upload', '/admin/upload-new-version', ['full']],
    ['admin-note', '/admin/create-patch-notes', ['full']],
    ['admin-reports', '/admin/user-reports', withData],
    ['admin-csv', '/admin/csv-testing', ['full']],
    ['admin-snapshots', '/admin/snapshots', withData],
    ['admin-log', '/admin/audit-log', withData],
    ['unauthorized', '/unauthorized', ['full']],
    ['not-found', '/nowhere', ['full']],
  ]
  const targets: Target[] = list.map(([name, address, states]) => ({ name, path: address, states }))
  const board = `/my-events/view-leaderboard/${ids.event}`
  return [
    ...targets,
    { name: 'event-details', path: `${board}?details=on`, states: ['full'] },
    { name: 'podium', path: board, states: ['full'], act: revealAll },
  ]
}

async function revealAll(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/ })
  const podium = page.getByRole('dialog', { name: 'Top 3 Racers' })
  while (!(await podium.isVisible())) await button.click()
}

interface Take {
  target: Target
  state: State
  scheme: (typeof SCHEMES)[number]
}

async function takeAll(browser: Browser, { target, state, scheme }: Take): Promise<void> {
  const shots = Object.entries(WIDTHS)
    .map(([width, height]) => ({
      width: Number(width),
      height,
      file: `${target.name}-${state}-${width}-${scheme}.png`,
    }))
    .filter(({ file }) => isWanted(file))
  if (shots.length === 0) return
  const page = await browser.newPage({ baseURL: originUnderTest(), reducedMotion: 'reduce' })
  try {
    await enter(page, { target, state, scheme })
    await page.goto(target.path)
    await target.act?.(page)
    for (const { width, height, file } of shots) {
      await page.setViewportSize({ width, height })
      await isQuiet(page)
      await page.screenshot({ path: path.join(OUT, file), fullPage: true })
      await check(page, { file, width })
    }
  } finally {
    await page.close()
  }
}

async function enter(page: Page, { target, state, scheme }: Take): Promise<void> {
  const isSignedIn = target.name !== 'login'
  const name = state === 'empty' ? 'nobody_yet' : ADMIN
  const session = isSignedIn ? await openApiClient(originUnderTest()).signIn(name) : null
  await page.addInitScript(
    ([token, colors]) => {
      if (token !== null) localStorage.setItem('jwtToken', token ?? '')
      localStorage.setItem('colorScheme', colors ?? '')
    },
    [session?.authorization.replace('Bearer ', '') ?? null, scheme] as const,
  )
  const isHeld = (url: URL) =>
    url.pathname.startsWith('/api/') && (!isSignedIn || !FRAME_CALLS.test(url.href))
  if (state === 'failing') {
    await page.route(isHeld, (route) => route.fulfill({ status: 500, body: '' }))
  } else if (state === 'loading') {
    // Never answered; closing the page ends them.
    await page.route(isHeld, () => undefined)
  }
}

/** Nothing has changed for a while: what there is to draw is drawn. */
async function isQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#root > .boot') === null)
  await page.evaluate(async (quietMs) => {
    await document.fonts.ready
    await new Promise<void>((resolve) => {
      let timer = setTimeout(finish, quietMs)
      const observer = new MutationObserver(() => {
        clearTimeout(timer)
        timer = setTimeout(finish, quietMs)
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      function finish() {
        observer.disconnect()
        resolve()
      }
    })
  }, QUIET_MS)
}

async function check(page: Page, { file, width }: { file: string; width: number }): Promise<void> {
  const found: string[] = []
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  if (pageWidth > width) found.push(`the page is ${pageWidth} px wide`)
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode().analyze()
  for (const { id, help, nodes } of violations) {
    found.push(`${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`)
  }
  findings += found.length
  print(found.length === 0 ? file : [file, ...found].join('\n  '))
}
