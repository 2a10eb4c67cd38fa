/**
 * Nothing that one user writes runs in another one's browser, under the server's content security policy: no dialog,
 * no script, no foreign element, no request to another host.
 */
import type { Page } from '@playwright/test'
import { MAX_SERIES_EVENTS } from '@rollcall/contract/events'
import { LEADERBOARD_PAGE_SIZE } from '@rollcall/contract/leaderboards'
import type { SessionHeader } from '@rollcall/demo/api-client'
import { expect, test } from './fixtures.ts'
import { type InjectionServer, startInjectionServer } from './injection-server.ts'
import { INJECTIONS } from './injection-strings.ts'

test.describe.configure({ mode: 'serial' })

let server: InjectionServer
test.beforeAll(async () => {
  server = await startInjectionServer()
})
test.afterAll(() => server?.stop())

interface Violation {
  directive: string
  blocked: string
  sample: string
}

/** Watches a page for what an injected script would do first. */
async function watch(page: Page) {
  const ran: string[] = []
  page.on('dialog', async (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    const isOurs = origin === server.origin || protocol === 'data:'
    if (!isOurs) {
      ran.push(`request: ${request.url()}`)
    }
  })
  page.on('frameattached', (frame) => ran.push(`frame: ${frame.url()}`))
  page.on('popup', (popup) => ran.push(`window: ${popup.url()}`))
  await page.exposeFunction('noteViolation', ({ directive, blocked, sample }: Violation) =>
    ran.push(`policy: ${directive} refused ${blocked} ${sample}`),
  )
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective: directive, blockedURI: blocked, sample } = event
      ;(window as unknown as { noteViolation(it: object): void }).noteViolation({
        directive,
        blocked,
        sample,
      })
    })
  })
  return ran
}

/** Elements and attributes that only an injected string could have made. */
function findForeignMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const elements = 'iframe,object,embed,base,portal,math,marquee,form[action],button[formaction]'
    for (const element of document.querySelectorAll(elements)) {
      found.push(element.outerHTML)
    }
    for (const script of document.querySelectorAll('script')) {
      const isOurs = script.src !== '' && new URL(script.src).origin === location.origin
      if (!isOurs) {
        found.push(script.outerHTML)
      }
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isCall = name.startsWith('on')
        const isAddress = [
          'href',
          'src',
          'srcset',
          'action',
          'xlink:href',
          'poster',
          'data',
          'ping',
        ]
        const runs = /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu.test(value)
        const leaves = /evil\.example/.test(value) && name !== 'href'
        if (isCall || (isAddress.includes(name) && (runs || leaves))) {
          found.push(element.outerHTML)
        }
      }
    }
    return [...new Set(found)].map((html) => html.slice(0, 300))
  })
}

const squeeze = (text: string) => text.replace(/[\s\u200b\u202e]+/g, '').toLowerCase()

/** The texts that are missing from the page. */
async function findMissing(page: Page, texts: readonly string[]): Promise<string[]> {
  const all = await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('input,textarea')
    return [document.body.textContent, ...[...fields].map(({ value }) => value)].join(' ')
  })
  const shown = squeeze(all)
  return texts.filter((text) => !shown.includes(squeeze(text)))
}

async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  await expect.poll(() => findMissing(page, texts)).toEqual([])
}

const signedIn = new WeakMap<Page, SessionHeader>()

async function open(page: Page, session: SessionHeader, path: string): Promise<void> {
  if (signedIn.get(page) !== session) {
    await page.goto(`${server.origin}/favicon.svg`)
    await page.evaluate(
      (token) => localStorage.setItem('jwtToken', token),
      session.authorization.replace('Bearer ', ''),
    )
    signedIn.set(page, session)
  }
  await page.goto(server.origin + path)
}

async function expectHarmless(page: Page, ran: string[]): Promise<void> {
  expect(await findForeignMarkup(page), page.url()).toEqual([])
  expect(ran, page.url()).toEqual([])
}

test('there are enough injections', () => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(120)
})

test('an injection that works would be noticed', async ({ page, expectComplaint }) => {
  expectComplaint(/violates the following Content Security Policy directive/)
  const ran = await watch(page)
  await open(page, server.reader, '/download')
  await expect(page.getByRole('main')).toBeVisible()
  await page.evaluate(() => {
    const injected = '<img src=x onerror="alert(1)"><iframe src="https://evil.example/"></iframe>'
    document.body.insertAdjacentHTML('beforeend', injected)
  })
  await expect.poll(() => ran.join()).toMatch(/policy: script-src-attr/)
  await expect.poll(() => ran.join()).toMatch(/frame: /)
  expect(await findForeignMarkup(page)).toHaveLength(2)
})

test('channels on the leaderboard and the dashboard', async ({ page }) => {
  const ran = await watch(page)
  await open(page, server.reader, '/leaderboards?season=75')
  for (let first = 0; first < INJECTIONS.length; first += LEADERBOARD_PAGE_SIZE) {
    if (first > 0) {
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await expectShown(page, INJECTIONS.slice(first, first + LEADERBOARD_PAGE_SIZE))
    await expectHarmless(page, ran)
  }
  await open(page, server.reader, '/dashboard/channel')
  await expectShown(page, INJECTIONS)
  await expectHarmless(page, ran)
})

test('events, series and configurations', async ({ page }) => {
  const ran = await watch(page)
  await open(page, server.reader, '/my-events')
  const series = INJECTIONS.map((text) => `x: ${text}`)
  // The configurations are named without a prefix.
  await expectShown(page, [...series, ...INJECTIONS])
  await expectHarmless(page, ran)
  for (const [index, id] of server.longSeriesIds.entries()) {
    await open(page, server.reader, `/my-events/manage-series/${id}`)
    const events = INJECTIONS.slice(index * MAX_SERIES_EVENTS, (index + 1) * MAX_SERIES_EVENTS)
    await expectShown(
      page,
      events.map((text) => `y: ${text}`),
    )
    await expectHarmless(page, ran)
  }
})

test('racers on an event leaderboard', async ({ page }) => {
  const ran = await watch(page)
  await open(page, server.reader, `/my-events/view-leaderboard/${server.eventId}`)
  // Without motion there is no blur to wait for.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const reveal = page.getByRole('button', {
    name: /^(Start Reveal|Reveal Rank \d+|Show Podium)$/,
  })
  const podium = page.getByRole('button', { name: 'Show Podium' })
  await expect(reveal).toBeVisible()
  while (!(await podium.isVisible())) {
    const label = (await reveal.textContent()) ?? ''
    await reveal.click()
    await expect(reveal).not.toHaveText(label)
  }
  // The table adds rows as the reader scrolls.
  const left = new Set(INJECTIONS.map(squeeze))
  await page.getByRole('table').hover()
  await expect
    .poll(
      async () => {
        const shown = squeeze((await page.getByRole('table').textContent()) ?? '')
        for (const text of left) {
          if (shown.includes(text)) {
            left.delete(text)
          }
        }
        await page.mouse.wheel(0, 400)
        return [...left]
      },
      { intervals: [50] },
    )
    .toEqual([])
  await expectHarmless(page, ran)
  await podium.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectHarmless(page, ran)
})

test('patch notes: titles, and content as Markdown', async ({ page }) => {
  const ran = await watch(page)
  await open(page, server.reader, '/download')
  await expectShown(page, INJECTIONS)
  // The newest is expanded, and contains them all.
  const content = page.getByRole('article').first()
  await expect(content).toContainText('vbscript')
  await expectHarmless(page, ran)
  for (const link of await content.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(?:https?:|mailto:|\/|#)/)
  }
  await open(page, server.admin, `/admin/create-patch-notes?id=${server.noteId}`)
  await expectShown(page, ['<script>alert(1)</script>'])
  await expectHarmless(page, ran)
})

test('reports and users, as admins see them', async ({ page }) => {
  const ran = await watch(page)
  const shown = new Set<string>()
  for (const state of ['open', 'resolved']) {
    for (let number = 1; number <= Math.ceil(INJECTIONS.length / 2 / 25); number += 1) {
      await open(
        page,
        server.admin,
        `/admin/user-reports?state=${state}&page=${number}&userPage=${number}`,
      )
      await expect(page.getByRole('blockquote').first()).toBeVisible()
      for (const details of await page.getByRole('blockquote').allTextContents()) {
        shown.add(details)
      }
      await expectHarmless(page, ran)
    }
  }
  expect([...INJECTIONS].filter((text) => !shown.has(text))).toEqual([])
})

test('the audit log, snapshots and settings, as admins see them', async ({ page }) => {
  const ran = await watch(page)
  await open(page, server.admin, '/admin/audit-log?kind=upload')
  await expectShown(page, ['<script', 'onerror'])
  await expectHarmless(page, ran)
  await open(page, server.admin, '/admin/audit-log?kind=act')
  const acts = INJECTIONS.map((text) => `Created the patch note ${text}.`)
  const older = page.getByRole('button', { name: 'Show older' })
  const missing = async () => {
    if (await older.isEnabled().catch(() => false)) {
      await older.click()
    }
    return findMissing(page, acts)
  }
  await expect.poll(missing).toEqual([])
  await expectHarmless(page, ran)
  const [channel = ''] = INJECTIONS
  await open(page, server.admin, `/admin/snapshots?channel=${encodeURIComponent(channel)}`)
  await expect(page.getByRole('main').getByText(channel).first()).toBeVisible()
  await expectHarmless(page, ran)
  await open(page, server.admin, '/admin/update-rollcall-settings')
  await expectShown(page, ['<img src=x onerror=alert(1)>'])
  await expectHarmless(page, ran)
})

test('addresses of pages', async ({ page }) => {
  const ran = await watch(page)
  for (const text of INJECTIONS.filter((_, index) => index % 40 === 0)) {
    const encoded = encodeURIComponent(text)
    for (const path of [
      `/dashboard/channel/${encoded}`,
      `/leaderboards?channel=${encoded}&season=75&sortBy=${encoded}`,
      `/nowhere/${encoded}#${encoded}`,
    ]) {
      await open(page, server.reader, path)
      await expect(page.getByRole('main')).toBeVisible()
      await expectHarmless(page, ran)
    }
  }
})
