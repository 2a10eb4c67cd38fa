/**
 * `npm run pictures -w @rollcall/e2e`: the pictures of the README and of the front page, taken from a demo that runs on
 * this machine.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { HOUR_MS } from '@rollcall/formats/durations'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { findChromium, isRoot } from './find-chromium.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUT = path.join(ROOT, 'docs', 'pictures')
const WEB = path.join(ROOT, 'packages', 'web', 'src')
const TRAILER = path.join(WEB, 'features', 'show', 'trailer')
const DOORS = path.join(WEB, 'app', 'pictures')
const TRAILER_MS = 8_000
const STREAMER = 'RampRaider'
const MAX_PICTURE_BYTES = 150_000
const FILL_MS = 600_000
const ORGANISER = 'MarbleMaven'
const REVEALED = 8

const dataDir = await mkdtemp(path.join(tmpdir(), 'rollcall-pictures-'))
const origin = `http://127.0.0.1:${await findFreePort()}`
const demo = spawn(process.execPath, ['packages/demo/src/main.ts', '--no-companion'], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: new URL(origin).port, PUBLIC_URL: origin, DATA_DIR: dataDir },
})
try {
  await waitUntilServing(demo)
  const client = openApiClient(origin)
  const session = await client.signIn(ORGANISER)
  const { events } = await client.call<{ events: { id: number; name: string }[] }>(
    '/api/events/getAll',
    session,
  )
  const finished = events.find(({ name }) => name === 'Autumn Showdown')
  if (finished === undefined) throw new Error('the demo has no finished event')

  await mkdir(OUT, { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: isRoot ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage({
    baseURL: origin,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  await page.addInitScript(
    (token) => localStorage.setItem('jwtToken', token),
    session.authorization.replace('Bearer ', ''),
  )
  await page.goto('/leaderboards')
  await page.getByRole('rowheader').first().waitFor()
  await take(page, 'leaderboard')
  await page.goto('/dashboard/lifetime')
  await page.getByRole('img', { name: 'Points per season' }).waitFor()
  await take(page, 'dashboard')
  await page.goto(`/my-events/view-leaderboard/${finished.id}`)
  const revealButton = page.getByRole('button', { name: /^(?:Start Reveal|Reveal Rank \d+)$/ })
  for (let rank = 0; rank <= REVEALED; rank += 1) {
    await revealButton.click()
  }
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await take(page, 'reveal')
  await page.close()
  await takeFront(await browser.newPage({ baseURL: origin, reducedMotion: 'reduce' }))
  await browser.close()
} finally {
  if (demo.exitCode === null) {
    demo.kill('SIGTERM')
    await once(demo, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true })
}

/** The trailer at its beginning and end, and an overlay in front of something that could be a game. */
async function takeFront(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('heading', { name: 'I stream' }).waitFor()
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  const stage = page.locator('figure > div').first()
  await page.getByRole('button', { name: 'Play' }).click()
  // Its first moment is short.
  const board = stage.getByRole('list', { includeHidden: true })
  while (!(await board.isVisible())) await page.clock.runFor(10)
  await takePart(page, stage, { file: path.join(TRAILER, 'reveal.webp'), widthPx: 1040 })
  await page.clock.runFor(TRAILER_MS)
  await stage.locator('[data-scene="podium"]').waitFor()
  await takePart(page, stage, { file: path.join(DOORS, 'podium.webp'), widthPx: 800 })

  const client = openApiClient(origin)
  const session = await client.signIn(STREAMER)
  const own = '/api/show/own-channel'
  const { token } = await client.call<{ token: string }>(own, session, undefined, 'POST')
  await page.setViewportSize({ width: 800, height: 450 })
  await page.goto(`/overlay/c/${token}?board=season&rows=6`)
  await page.getByRole('listitem').first().waitFor()
  await page.evaluate(() => {
    document.body.style.background =
      'radial-gradient(circle at 80% 30%, #36bdaa, #1d4a48 30%, #0b1214 85%)'
    document.body.style.minHeight = '100vh'
  })
  await takePart(page, page.locator('html'), {
    file: path.join(DOORS, 'overlay.webp'),
    widthPx: 800,
  })
}

async function takePart(
  page: Page,
  part: Locator,
  { file, widthPx }: { file: string; widthPx: number },
): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Draws what has just changed.
  await part.screenshot()
  const box = await part.boundingBox()
  if (box === null) throw new Error(`nothing to take for ${file}`)
  const devTools = await page.context().newCDPSession(page)
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 82,
    clip: { ...box, scale: widthPx / box.width },
  })
  await writeFile(file, Buffer.from(data, 'base64'))
  await checkSize(file)
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Skeletons are gone, and profile pictures have loaded.
  await page.waitForLoadState('load')
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const file = path.join(OUT, `${name}.jpg`)
  await page.screenshot({ path: file, type: 'jpeg', quality: 85 })
  await checkSize(file)
}

async function checkSize(file: string): Promise<void> {
  const { size } = await stat(file)
  const name = path.basename(file)
  process.stdout.write(`${name}: ${size} bytes\n`)
  if (size > MAX_PICTURE_BYTES) throw new Error(`${name} is larger than ${MAX_PICTURE_BYTES}`)
}

async function waitUntilServing(server: ChildProcess): Promise<void> {
  const giveUpAt = Date.now() + FILL_MS
  while (server.exitCode === null && Date.now() < giveUpAt) {
    const answer = await fetch(`${origin}/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('the demo did not start')
}
