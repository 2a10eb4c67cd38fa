/** What people take elsewhere: a board as a file, a board in a page of another site, and keys for programs. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { raceFiles } from '@rollcall/server/testing/game-files'
import { parse } from 'csv-parse/sync'
import { withinOneDay } from './days.ts'
import {
  createEvent,
  ladder,
  raceNow,
  signInStreamer,
  uploadGame,
  uploadStanding,
} from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { PHONE } from './show-pages.ts'

const MINUTE_MS = 60_000

/** A page of another site: another host name is one. */
async function openSite(content: string): Promise<{ address: string; close: () => void }> {
  const site = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><html lang="en"><title>Fans</title>${content}</html>`),
  )
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://localhost:${(site.address() as AddressInfo).port}/`,
    close: () => {
      site.close()
      site.closeAllConnections()
    },
  }
}

test('a viewer downloads the racers they searched for, in both formats', ({ page }) =>
  withinOneDay(page, async (ending) => {
    const racers = ['take_ada', { login: 'take_bea', name: '=1+1' }, 'somebody']
    await raceNow(await signInStreamer(`take_caster${ending}`), racers)
    await page.goto(`/c/take_caster${ending}?of=today`)
    await page.getByLabel('Find a racer').fill('take_')
    const group = page.getByRole('group', { name: 'Download the racers found' })
    const download = async (format: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        group.getByRole('button', { name: format }).click(),
      ])
      expect(file.suggestedFilename()).toBe(
        `take_caster${ending}-today-all.${format.toLowerCase()}`,
      )
      return readFile(await file.path(), 'utf8')
    }
    expect(parse(await download('CSV'), { columns: true, bom: true })).toMatchObject([
      { racer_name: 'take_ada', rank: '1', score: '3' },
      { racer_name: 'take_bea', display_name: "'=1+1", rank: '2', score: '2' },
    ])
    await expect(group.getByText('Downloaded.')).toBeVisible()
    expect(JSON.parse(await download('JSON'))).toMatchObject([
      { racer_name: 'take_ada', score: 3 },
      { display_name: '=1+1', score: 2 },
    ])
    await expectAccessibleInBothSchemes(page)
  }))

test('a board in a page of another site follows live and can do nothing else', ({ page }) =>
  withinOneDay(page, async (ending) => {
    const streamer = await signInStreamer(`take_framed${ending}`)
    await raceNow(streamer, ['take_one', 'take_two'])

    await page.goto(`/c/take_framed${ending}?of=today`)
    const code = await page.getByRole('textbox', { name: 'Embed code' }).inputValue()
    expect(code).toContain(`src="${originUnderTest()}/embed/c/take_framed${ending}?of=today"`)
    expect(code).toContain(`title="take_framed${ending}"`)
    const site = await openSite(code)
    await page.goto(site.address)

    const frame = page.frameLocator('iframe')
    const rows = frame.getByRole('list', { name: `take_framed${ending}` }).getByRole('listitem')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('take_one')
    await raceNow(streamer, ['take_two', 'take_three', 'take_one', 'take_four'])
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('take_two')

    const embedded = page.frames().at(-1)
    // Some versions of Chromium give such a frame a storage of its own, others none.
    const stored = await embedded?.evaluate(() => {
      try {
        return { ...localStorage }
      } catch (error) {
        return (error as DOMException).name
      }
    })
    expect([{}, 'SecurityError']).toContainEqual(stored)
    const popup = page.waitForEvent('popup')
    await frame.getByRole('link', { name: `take_framed${ending}` }).click()
    await expect(await popup).toHaveURL(`${originUnderTest()}/c/take_framed${ending}?of=today`)
    await (await popup).close()
    await expect(page).toHaveTitle('Fans')
    site.close()
  }))

test('an embedded board follows even where the browser denies it everything shared', async ({
  page,
}) => {
  const { session } = await signInStreamer('take_denied')
  const race = (minutesAgo: number, racers: string[]) =>
    uploadGame(session, raceFiles(racers, new Date(Date.now() - minutesAgo * MINUTE_MS)))
  await race(30, ['take_one'])
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: deny })
    }
    Object.defineProperty(navigator, 'locks', { get: deny })
    Object.defineProperty(window, 'BroadcastChannel', { value: deny })
  })
  const frame = `<iframe src="${originUnderTest()}/embed/c/take_denied" title="Board"></iframe>`
  const site = await openSite(frame)
  await page.goto(site.address)
  const rows = page.frameLocator('iframe').getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await race(10, ['take_two', 'take_one'])
  await expect(rows).toHaveCount(2)
  site.close()
})

test("an event's board in a frame shows what the show has uncovered, move by move", async ({
  page,
}) => {
  const host = await signInStreamer('take_host')
  const eventId = await createEvent([host], 'Framed cup')
  await uploadStanding(host, eventId, ladder(12))
  const control = `/api/show/control/${eventId}`
  const ask = async (method: string, path: string, body: object) => {
    const response = await fetch(new URL(control + path, originUnderTest()), {
      method,
      headers: { ...host.session, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  await ask('PUT', '/settings', { isPublic: true })
  const { publicToken, version } = await ask('POST', '/token', { of: 'public' })
  await page.goto(`/embed/e/${publicToken}`)
  await expect(page.getByRole('heading', { name: 'Framed cup' })).toBeVisible()
  await expect(page.getByText('Results are coming soon')).toBeVisible()
  await ask('POST', '/move', { version, move: { kind: 'start', phase: 'live' } })
  const rows = page.getByRole('list', { name: 'Framed cup' }).getByRole('listitem')
  await expect(rows).toHaveCount(12)
  await expect(rows.first()).toContainText('Not revealed yet')
  await expect(rows.last()).not.toContainText('Not revealed yet')
})

test('somebody makes an API key, sees it once and revokes it', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 400/)
  await openAs(page, 'take_coder', '/api-keys')
  await expect(page.getByText('You have no API keys.')).toBeVisible()
  const make = page.getByRole('button', { name: 'Make Key' })
  await make.click()
  await expect(page.getByRole('alert')).toContainText('Give the key a name.')
  await page.getByLabel('Name').fill('My bot')
  await page.getByLabel('Boards of seasons and channels').check()
  await make.click()

  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  const call = (path: string) =>
    fetch(new URL(path, originUnderTest()), { headers: { authorization: `Bearer ${key}` } })
  expect((await call('/api/leaderboard/seasons')).status).toBe(200)
  const refused = await call('/api/maps')
  expect([refused.status, (await refused.json()).error]).toEqual([
    403,
    'This call needs an API key with the scope read:racers. Yours does not have it.',
  ])

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toBeHidden()
  const kept = page.getByRole('list', { name: 'Your keys' }).getByRole('listitem')
  await expect(kept).toContainText(`My bot${key.slice(0, 10)}…May read: read:boards`)
  await expect(kept).toContainText('last used')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize(PHONE)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Revoke My bot' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'My bot is revoked.' })).toBeFocused()
  await expect(page.getByText('You have no API keys.')).toBeVisible()
  expect((await call('/api/leaderboard/seasons')).status).toBe(401)
})

test('somebody follows their events in a calendar, and replaces its address', async ({ page }) => {
  await openAs(page, 'take_planner', '/my-events')
  const calendar = page.getByRole('region', { name: 'Calendar' })
  await calendar.getByRole('button', { name: 'Create calendar link' }).click()
  const field = calendar.getByLabel('Address of your calendar', { exact: true })
  const first = await field.inputValue()
  expect(await (await fetch(first)).text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  await calendar.getByRole('button', { name: 'Reset link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset link' }).click()
  await expect(field).not.toHaveValue(first)
  expect((await fetch(first)).status).toBe(404)
  expect((await fetch(await field.inputValue())).status).toBe(200)
  await calendar.getByRole('button', { name: 'Remove link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove link' }).click()
  await expect(calendar.getByRole('button', { name: 'Create calendar link' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})
