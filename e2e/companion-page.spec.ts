/** What a web page in the streamer's browser can do with the companion's page on the same computer. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  type CompanionProcess,
  startCompanion,
} from '@rollcall/companion/testing/companion-process'
import { expect, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

let directory: string
let companion: CompanionProcess
/** A page on another port, and so of another origin. */
let strangerUrl: string
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A stranger</title>')
})

test.beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'rollcall-page-'))
  const game = path.join(directory, 'game')
  await mkdir(game)
  companion = await startCompanion(['--folder', game, '--data', path.join(directory, 'data')])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  strangerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
test.afterAll(async () => {
  await companion?.kill()
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true, maxRetries: 5 })
})

/** Tries everything that a page can load or send, at the companion's address; returns what it could read. */
function attack(page: Page, address: string): Promise<string[]> {
  return page.evaluate(async (address) => {
    const seen: string[] = []
    const read = async (answer: Promise<Response>) => {
      const text = await answer.then((response) => response.text()).catch(() => '')
      if (text !== '') seen.push(text)
    }
    const at = (path: string) => new URL(path, address).href
    const body = new URLSearchParams({ folder: '/stolen' })
    for (const mode of ['cors', 'no-cors', 'same-origin'] as const) {
      await read(fetch(address, { mode }))
      await read(fetch(at('page.js'), { mode, credentials: 'include' }))
      await read(fetch(at('folder'), { mode, method: 'POST', body }))
    }
    const ends = (target: EventTarget, good: string) =>
      new Promise<void>((resolve) => {
        target.addEventListener('error', () => resolve())
        target.addEventListener(good, () => {
          seen.push(good)
          resolve()
        })
      })
    const stream = new EventSource(at('events'))
    await ends(stream, 'message')
    stream.close()
    await ends(new WebSocket(at('events').replace('http', 'ws')), 'open')
    for (const [tag, attribute, path] of [
      ['script', 'src', 'page.js'],
      ['link', 'href', 'page.css'],
      ['img', 'src', ''],
    ] as const) {
      const element = document.createElement(tag)
      element.setAttribute(attribute, at(path))
      if (tag === 'link') element.setAttribute('rel', 'stylesheet')
      const loaded = ends(element, 'load')
      document.head.append(element)
      await loaded
    }
    const frame = document.createElement('iframe')
    frame.name = 'framed'
    frame.src = address
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: at('folder'), target: 'framed' })
    form.innerHTML = '<input name="folder" value="/stolen">'
    document.body.append(form)
    const sent = new Promise((resolve) => frame.addEventListener('load', resolve))
    form.submit()
    await sent
    return seen
  }, address)
}

test('a web page can read and change nothing, even if it knows the address', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/./)
  const { port, pathname } = new URL(companion.page)
  await page.goto(strangerUrl)
  expect(await attack(page, companion.page)).toEqual([])
  for (const frame of page.frames()) {
    expect(await frame.content()).not.toContain('Rollcall Companion')
  }

  // With another name for this machine, the page has the same origin as the companion.
  const rebound = `http://localhost:${port}`
  await page.route(`${rebound}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A stranger</title>' }),
  )
  await page.goto(`${rebound}/`)
  expect(await attack(page, rebound + pathname)).toEqual([])
  for (const frame of page.frames()) {
    expect(await frame.content()).not.toContain('Rollcall Companion')
  }

  const opened = page.waitForEvent('popup')
  await page.evaluate((address) => void window.open(address), companion.page)
  const own = await opened
  await expect(own.getByRole('heading', { name: 'Rollcall Companion' })).toBeVisible()
  expect(await own.evaluate(() => window.opener)).toBeNull()
  await expect(own.locator('#folder')).toContainText(path.join(directory, 'game'))
  await own.close()
})

test('hides its form once the streamer has confirmed the code', async ({ page, browser }) => {
  await page.goto(companion.page)
  const site = page.getByLabel('Address of the site').first()
  await site.fill('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    '127.0.0.1:1 is not answering. Check the address; if it is right, the site is down at the moment.',
  )
  // Another window that nobody reloads.
  const second = await page.context().newPage()
  await second.goto(companion.page)
  const secondSite = second.getByLabel('Address of the site').first()
  await expect(secondSite).toBeVisible()
  await site.fill(originUnderTest())
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Confirm this code on the site')).toBeVisible()
  await expect(site).toBeHidden()
  const address = await page
    .getByRole('link', { name: 'Open the site to confirm it' })
    .getAttribute('href')

  const elsewhere = await browser.newContext({ baseURL: originUnderTest() })
  const streamer = await elsewhere.newPage()
  const { pathname, search } = new URL(address ?? '')
  await openAs(streamer, 'page_caster', pathname + search)
  await streamer.getByRole('button', { name: 'Confirm' }).click()
  await expect(streamer.getByRole('status')).toContainText('is connected')
  await elsewhere.close()

  for (const [shown, field] of [
    [page, site],
    [second, secondSite],
  ] as const) {
    await expect(shown.getByText('Connected as page_caster')).toBeVisible()
    await expect(shown.getByText('Connect to another channel')).toBeVisible()
    await expect(field).toBeHidden()
  }
})
