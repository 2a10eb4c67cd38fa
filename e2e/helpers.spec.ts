/** An organiser appoints a moderator, who runs the show of a sealed event without its hidden rows, and stops. */
import { callAs } from './configurations.ts'
import { dayFromNow } from './days.ts'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries } from './event-forms.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const DAYS = { startDate: dayFromNow(-2), endDate: dayFromNow(1) }
const PHONE = { width: 390, height: 844 }

test('a moderator reveals a sealed event without reading ahead', async ({ page, browser }) => {
  const host = await signInStreamer('he_host')
  const mod = await signInStreamer('he_mod')
  const cup = await createEvent([host], 'Helped Cup', DAYS)
  await uploadStanding(host, cup, ladder(14))

  await openAs(page, host.name, `/my-events/control/${cup}`)
  const seal = page.getByLabel('Results sealed until the reveal')
  await seal.check()
  await expect(seal).toBeChecked()

  await page.goto(`/my-events/manage/${cup}`)
  const panel = page.getByRole('region', { name: 'Helpers' })
  await expect(panel).toContainText('Nobody helps yet.')
  await panel.getByRole('combobox', { name: 'Person' }).fill('HE_MOD')
  await page.getByRole('option', { name: 'he_mod' }).click()
  await page.keyboard.press('Escape')
  await expectAccessibleInBothSchemes(page)
  await button(page, 'Appoint').click()
  await expect(panel).toContainText('he_mod helps now.')
  await expect(panel).toContainText(/Moderator, appointed by he_host on /)
  await expectAccessibleInBothSchemes(page)

  const phone = await browser.newPage({ viewport: PHONE })
  await openAs(phone, mod.name, '/my-events')
  const card = phone.getByRole('listitem').filter({ hasText: 'Helped Cup' })
  await expect(card).toContainText('You help to run it: moderator, appointed by he_host')
  await expect(card.getByRole('link', { name: /^Manage Event/ })).toHaveCount(0)
  await expectAccessibleInBothSchemes(phone)
  await card.getByRole('link', { name: /^Control Room/ }).click()
  const preview = phone.getByRole('region', { name: 'What viewers see now' })
  await expect(preview).toBeVisible()
  await expect(phone.getByRole('region', { name: 'The whole board' })).toHaveCount(0)
  await expect(phone.getByText('climber_', { exact: false })).toHaveCount(0)
  await expect(phone.getByLabel('Results sealed until the reveal')).toHaveCount(0)
  await button(phone, 'Start Show').click()
  await button(phone, 'Reveal Next').click()
  await expect(preview).toContainText('climber_10')
  await expect(preview).not.toContainText('climber_09')
  await expectAccessibleInBothSchemes(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)

  await panel.getByLabel('he_mod may see sealed results').check()
  await expect(panel).toContainText('he_mod may see sealed results now.')
  await expect(phone.getByRole('region', { name: 'The whole board' })).toContainText('climber_01')

  await phone.goto('/my-events')
  await button(phone, 'Stop helping Helped Cup').click()
  await phone
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Stop helping', exact: true })
    .click()
  await expect(phone.getByText('You no longer help to run Helped Cup.')).toBeVisible()
  await phone.goto(`/my-events/control/${cup}`)
  await expect(phone).toHaveURL(/unauthorized/)
  await phone.close()
})

test('a co-organiser of a series neither deletes it nor appoints, and is asked before removing an event', async ({
  page,
}) => {
  const host = await signInStreamer('he_owner')
  const deputy = await signInStreamer('he_deputy')
  const { id } = await createSeries(host.session, 'Helped Series', [
    { name: 'First Round', participants: ['he_owner'] },
    { name: 'Second Round', participants: ['he_owner'] },
  ])
  await callAs(host.session, {
    method: 'PUT',
    path: `/api/events/series/${id}/helpers/${deputy.id}`,
    body: { role: 'co-organiser', seesSealed: false },
  })

  await openAs(page, deputy.name, `/my-events/manage-series/${id}`)
  const panel = page.getByRole('region', { name: 'Helpers' })
  await expect(panel).toContainText(/Co-organiser, appointed by he_owner on /)
  await expect(panel.getByRole('button')).toHaveCount(0)
  await expect(button(page, 'Edit Series')).toBeVisible()
  await expect(button(page, 'Delete Series')).toHaveCount(0)
  await expectAccessibleInBothSchemes(page)
  const first = page.getByRole('article', { name: 'First Round' })
  await first.getByRole('button', { name: 'Remove from Series' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove from the series?' })
  await question.getByRole('button', { name: 'Remove from Series' }).click()
  await expect(page.getByText('First Round was removed from the series.')).toBeVisible()
  await expect(first).toHaveCount(0)
  await expect(button(page, 'Undo')).toHaveCount(0)
})
