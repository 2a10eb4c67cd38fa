/**
 * `npm run screenshots -w @rollcall/e2e` saves pictures of every page in every state, at four widths in both colour
 * schemes, in `e2e/screenshots`. It also checks each page with axe, for anything wider than the window, and for the
 * contrast of text that axe skips. It prints the findings, and exits with 1 if there are any.
 *
 * Patterns select pictures, and `!` excludes: `npm run screenshots -w @rollcall/e2e -- '^(login|leaderboards)-' 390`.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { type FaintText, findFaintText } from './faint-text.ts'
import { isRoot } from './find-chromium.ts'
import { fill, type State, type Target } from './screenshot-pages.ts'
import { originUnderTest } from './sessions.ts'
import startServer, { ADMIN } from './start-server.ts'

const OUT = path.join(import.meta.dirname, 'screenshots')
const WIDTHS = { 1920: 1080, 1440: 900, 820: 1180, 390: 844 }
const SCHEMES = ['dark', 'light'] as const
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Without these calls a page would not even show that it is loading. */
const FRAME_CALLS = /\/api\/(?:auth\/site|user|live)(?:\?|$)/
const QUIET_MS = 400

const MIN_CONTRAST = 4.5

const print = (line: string) => process.stdout.write(`${line}\n`)
const wanted = process.argv.slice(2)
const isWanted = (file: string) =>
  wanted.every((word) =>
    word.startsWith('!') ? !RegExp(word.slice(1)).test(file) : RegExp(word).test(file),
  )

const stop = await startServer()
let findings = 0
const faintest = new Map<string, FaintText & { file: string }>()
try {
  const targets = await fill()
  if (wanted.length === 0) await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.E2E_CHROMIUM ?? '',
    args: isRoot ? ['--no-sandbox'] : [],
  })
  for (const target of targets) {
    for (const state of target.states) {
      for (const scheme of SCHEMES) {
        await takeAll(browser, { target, state, scheme }).catch((error) => {
          findings += 1
          print(`${target.name}-${state}-${scheme}: ${error}`)
        })
      }
    }
  }
  await browser.close()
  for (const [scheme, { file, text, contrast }] of faintest) {
    print(`${scheme}: least contrast of faint text ${contrast.toFixed(2)} (${text}, ${file})`)
  }
  print(findings === 0 ? `all in ${OUT}` : `${findings} findings; pictures in ${OUT}`)
  process.exitCode = findings === 0 ? 0 : 1
} finally {
  await stop()
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
      await waitUntilQuiet(page)
      // Otherwise fixed elements would be in the middle of the picture.
      await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({ path: path.join(OUT, file), fullPage: true })
      await check(page, { file, width, scheme })
    }
  } finally {
    await page.close()
  }
}

async function enter(page: Page, { target, state, scheme }: Take): Promise<void> {
  const isSignedIn = target.isPublic !== true
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
    // Never answered; closing the page ends these calls.
    await page.route(isHeld, () => undefined)
  }
}

/** Waits until nothing has changed for a while. */
async function waitUntilQuiet(page: Page): Promise<void> {
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

interface Shot {
  file: string
  width: number
  scheme: string
}

async function check(page: Page, { file, width, scheme }: Shot): Promise<void> {
  const found: string[] = []
  const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  if (pageWidth > width) found.push(`the page is ${pageWidth} px wide`)
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode().analyze()
  for (const { id, help, nodes } of violations) {
    found.push(`${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`)
  }
  for (const faint of await findFaintText(page)) {
    const { text, contrast } = faint
    if (contrast < MIN_CONTRAST) found.push(`contrast ${contrast.toFixed(2)}: ${text}`)
    if (contrast < (faintest.get(scheme)?.contrast ?? Number.POSITIVE_INFINITY)) {
      faintest.set(scheme, { ...faint, file })
    }
  }
  findings += found.length
  print(found.length === 0 ? file : [file, ...found].join('\n  '))
}
