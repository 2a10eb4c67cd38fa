/** A name that is held, and the duel for rank 1, on the stage, the overlay and the public page. */
import type { Page } from '@playwright/test'
import { createEvent, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { openAs } from './sessions.ts'
import { FULL_HD, names, openPage, RACERS } from './show-pages.ts'

/** Addresses of pictures and sounds that the page asks for from now on. */
function mediaOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (['image', 'media'].includes(request.resourceType())) asked.push(request.url())
  })
  return asked
}

test('points come before a held name, and a duel ends with both names', async ({
  page: remote,
  browser,
}) => {
  const host = await signInStreamer('duel_host')
  const eventId = await createEvent([host], 'Duel Cup')
  await uploadStanding(host, eventId, RACERS)
  await openAs(remote, 'duel_host', `/my-events/control/${eventId}`)
  await remote.getByLabel('Public page').first().check()
  await remote.getByRole('button', { name: 'Make a link' }).click()
  const link = await remote.getByRole('textbox', { name: 'Public page' }).inputValue()
  await remote.getByRole('button', { name: 'Create overlay link' }).click()
  const obs = await remote.getByRole('textbox', { name: 'Overlay for OBS' }).inputValue()
  const rank = remote.getByLabel('Start at rank')
  await rank.fill('4')
  await rank.blur()

  const [stage, overlay, viewer] = [
    await openPage(browser, FULL_HD),
    await openPage(browser, FULL_HD),
    await openPage(browser, FULL_HD),
  ]
  await openAs(stage, 'duel_host', `/stage/${eventId}`)
  await overlay.goto(obs)
  await viewer.goto(link)
  const everywhere = [stage, overlay, viewer]
  const press = async (name: string) => {
    const button = remote.getByRole('button', { name, exact: true })
    await expect(button).not.toHaveAttribute('aria-disabled')
    await button.click()
  }
  await press('Start Show')
  await expect(names(stage).first()).toHaveText('climber_04')
  await expect(remote.locator(':focus')).toHaveText('Reveal Rank 3')
  await expect(remote.getByRole('region', { name: 'Only you see what comes next' })).toContainText(
    'climber_03',
  )
  await expect(remote.getByText('5 presses until the podium is open')).toBeVisible()
  const media = everywhere.map(mediaOf)

  await remote.keyboard.press('?')
  await expect(remote.getByRole('dialog', { name: 'Keys' })).toContainText('Hold before')
  await remote.keyboard.press('Escape')
  await remote.keyboard.press('h')
  await expect(remote.getByLabel('Hold before the next name')).toBeChecked()
  await expectAccessible(remote)
  await press('Points of Rank 3')
  const third = RACERS[2] ?? { name: '', points: 0 }
  const points = third.points.toLocaleString('en-US', { minimumFractionDigits: 2 })
  for (const page of everywhere) {
    await expect(page.getByText(points).first()).toBeVisible()
    expect(await page.content()).not.toContain(third.name)
  }
  await expect(remote.getByLabel('Hold before the next name')).not.toBeChecked()
  await press('Name of Rank 3')
  for (const page of everywhere) {
    await expect(page.getByText(third.name).first()).toBeVisible()
  }

  await press('Duel: The Gap')
  for (const page of everywhere) {
    await expect(page.getByText('points decide')).toBeVisible()
  }
  await press('Duel: Count Both Up')
  const duel = stage.getByRole('region', { name: 'The duel for rank 1' })
  for (const { points: total } of RACERS.slice(0, 2)) {
    const shown = total.toLocaleString('en-US', { minimumFractionDigits: 2 })
    for (const page of everywhere) {
      await expect(page.getByText(shown).first()).toBeVisible({ timeout: 15_000 })
    }
  }
  for (const page of everywhere) {
    expect(await page.content()).not.toMatch(/climber_0[12]/)
  }
  await expectAccessible(stage)
  // The stage is loaded again in the middle of the duel.
  await stage.reload()
  await expect(duel).toContainText('points decide')
  await press('Duel: Name Both')
  for (const page of everywhere) {
    for (const { name } of RACERS.slice(0, 2)) {
      await expect(page.getByText(name).first()).toBeVisible({ timeout: 15_000 })
    }
  }
  // Pictures and sounds were there from the beginning: what is fetched just before a name would tell it.
  expect(media.flat()).toEqual([])
  await press('Show Podium')
  await expect(stage.getByRole('list', { name: 'Podium' })).toContainText('climber_01')
  for (const page of everywhere) {
    await page.context().close()
  }
})
