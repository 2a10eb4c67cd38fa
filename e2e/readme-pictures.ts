/** `npm run pictures -w @rollcall/e2e`: the README's pictures, taken from a demo that runs on this machine. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { findFreePort } from '@rollcall/server/testing/free-port'
import { findChromium, isRoot } from './find-chromium.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUT = path.join(ROOT, 'docs', 'pictures')
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
  await browser.close()
} finally {
  if (demo.exitCode === null) {
    demo.kill('SIGTERM')
    await once(demo, 'exit')
  }
  await rm(dataDir, { recursive: true, force: true })
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Skeletons are gone, and profile pictures have loaded.
  await page.waitForLoadState('load')
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  const file = path.join(OUT, `${name}.jpg`)
  await page.screenshot({ path: file, type: 'jpeg', quality: 85 })
  const { size } = await stat(file)
  process.stdout.write(`${name}.jpg: ${size} bytes\n`)
  if (size > MAX_PICTURE_BYTES) throw new Error(`${name}.jpg is larger than ${MAX_PICTURE_BYTES}`)
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
