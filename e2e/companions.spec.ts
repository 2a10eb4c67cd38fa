/** A companion on the site: connected with a code, seen, and disconnected. The test plays the companion. */
import type { Page } from '@playwright/test'
import { codeRequest, heartbeat, makeCompanionKey } from '@rollcall/server/testing/fake-companion'
import { gameUpload } from '@rollcall/server/testing/game-files'
import { expect, expectAccessibleInBothSchemes, signInAs, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Code {
  readonly userCode: string
  readonly deviceCode: string
  readonly connectUrl: string
}

async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(new URL(path, originUnderTest()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function askForCode(key: string, computerName: string): Promise<Code> {
  return (await post('/api/companion/codes', codeRequest(key, { computerName }))).body as Code
}

const fetchState = async ({ deviceCode }: Code) =>
  (await post('/api/companion/codes/state', { deviceCode })).body

/** Uploads one race, in a separate season. */
async function uploadGame(key: string): Promise<void> {
  const raceData = Buffer.from(
    'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated\r\n1,racer,Racer,FFFFFF,10,60.5,false\r\n',
  )
  const { url, headers, payload } = gameUpload({ raceData }, { key, fields: { season: '39' } })
  const response = await fetch(new URL(String(url), originUnderTest()), {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: payload as Buffer<ArrayBuffer>,
  })
  expect(response.status, await response.text()).toBe(200)
}

const companions = (page: Page) => page.getByRole('region', { name: 'Companions' })

test('after signing in, a streamer confirms a code, sees the companion, and disconnects it', async ({
  page,
}) => {
  const key = makeCompanionKey()
  const code = await askForCode(key, 'STUDIO-PC')
  await page.goto(new URL(code.connectUrl).pathname + new URL(code.connectUrl).search)
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Login With Twitch' }).click()
  await page.getByLabel('Type a name').fill('connecting_one')
  await page.getByRole('button', { name: 'Sign in with this name' }).click()

  const question = page.getByRole('region', { name: 'Is this your computer?' })
  await expect(question).toContainText(`${code.userCode.slice(0, 4)}-${code.userCode.slice(4)}`)
  await expect(question).toContainText('STUDIO-PC')
  await expect(question).toContainText('127.0.0.1, your own address')
  await expect(question).toContainText('upload games to connecting_one')
  await expect(page).toHaveTitle('Rollcall - Connect a Companion')
  await expectAccessibleInBothSchemes(page)
  expect(await fetchState(code)).toEqual({ state: 'pending' })

  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('status')).toContainText('STUDIO-PC is connected')
  expect(await fetchState(code)).toMatchObject({ state: 'confirmed', username: 'connecting_one' })

  await page.getByRole('link', { name: 'Your companions' }).click()
  await expect(companions(page)).toContainText('Your companion is connected; no game yet.')
  // Without a reload.
  expect((await post('/api/companion/heartbeat', heartbeat(key, { outboxCount: 2 }))).status).toBe(
    200,
  )
  await expect(companions(page)).toContainText('2 games are waiting to be sent.')
  await uploadGame(key)
  await expect(companions(page)).toContainText('last game just now')

  await companions(page).getByRole('button', { name: 'Disconnect STUDIO-PC' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Disconnect STUDIO-PC?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Disconnect' }).click()
  await expect(companions(page)).toContainText('No computer is connected yet.')
  expect(await post('/api/companion/heartbeat', heartbeat(key))).toMatchObject({
    ...{ status: 401, body: { code: 'companion_disconnected' } },
  })
})

test('a code can be denied, wrong, or used by somebody else', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/)
  const code = await askForCode(makeCompanionKey(), 'NOT-MINE')
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'connecting_two', '/connect')
  await page.getByRole('textbox', { name: 'Code' }).fill('bbbb bbbb')
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByRole('alert')).toContainText('No computer is waiting with this code.')
  await page.getByRole('textbox', { name: 'Code' }).fill(code.userCode.toLowerCase())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByRole('status')).toContainText('NOT-MINE was not connected')
  expect(await fetchState(code)).toEqual({ state: 'denied' })
  await openAs(page, 'connecting_three', `/connect?code=${code.userCode}`)
  await expect(page.getByRole('alert')).toContainText('No computer is waiting with this code.')
})

test('the first steps tick themselves off', async ({ page }) => {
  await signInAs(page, 'connecting_four')
  await expect(page.getByText('No Data Available')).toBeVisible()
  const steps = page.getByRole('region', { name: 'Do you stream the game?' })
  await expect(steps.getByRole('img', { name: 'Not done yet' })).toHaveCount(3)
  await expect(
    page.getByRole('region', { name: "Do you race on somebody's stream?" }),
  ).toContainText('connecting_four')
  await expectAccessibleInBothSchemes(page)
  const key = makeCompanionKey()
  const code = await askForCode(key, 'FIRST-PC')
  const other = await page.context().newPage()
  await other.goto(`/connect?code=${code.userCode}`)
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByRole('status')).toContainText('FIRST-PC is connected')
  await other.close()
  await expect(steps.getByRole('img', { name: 'Done', exact: true })).toHaveCount(2)
  await expect(steps.getByRole('status')).toHaveText(
    '2 of 3 done. This page updates automatically.',
  )
  await uploadGame(key)
  await expect(steps.getByRole('img', { name: 'Done', exact: true })).toHaveCount(3)
  await steps.getByRole('link', { name: 'leaderboard' }).click()
  await expect(page.getByRole('heading', { name: 'Streamer Leaderboards' })).toBeVisible()
})
