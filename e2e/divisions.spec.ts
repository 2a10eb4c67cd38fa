/** Divisions of a league: an organiser names them and fills them, and everybody chooses whose table they read. */
import { signInStreamer, uploadStanding } from './event-boards.ts'
import { button, createSeries } from './event-forms.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

test('an organiser divides a league, and readers choose a division', async ({ page, browser }) => {
  const host = await signInStreamer('di_host')
  const { id, eventIds } = await createSeries(host.session, 'Divided Derby', [
    { name: 'Stage 1', startsIn: -3, lasts: 1, participants: ['di_host'] },
    { name: 'Stage 2', startsIn: 5, lasts: 1, participants: ['di_host'] },
  ])
  await uploadStanding(host, eventIds[0] ?? 0, [
    { name: 'di_ada', points: 10 },
    { name: 'di_bea', points: 8 },
  ])
  await openAs(page, 'di_host', `/my-events/manage-series/${id}`)
  await button(page, 'Set up a table').click()
  await button(page, 'Save the rules').click()

  await button(page, 'Set up divisions').click()
  await button(page, 'Save the divisions').click()
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await page.getByLabel('Name of division 1').fill('Gold')
  await button(page, 'Add a division').click()
  await page.getByLabel('Name of division 2').fill('gold')
  await expect(page.getByText('Another division has this name.').first()).toBeVisible()
  await page.getByLabel('Name of division 2').fill('Silver')
  await expectAccessible(page)
  await button(page, 'Save the divisions').click()
  const panel = page.getByRole('region', { name: 'League table', exact: true })
  await expect(panel).toContainText('The divisions were saved.')
  await expect(panel).toContainText('There are divisions: Gold and Silver.')

  const ofAda = page.getByRole('combobox', { name: 'Division of di_ada' })
  await ofAda.selectOption('Gold')
  await expect(panel).toContainText('di_ada is in Gold from the next round that opens.')
  await button(page, 'Undo').click()
  await expect(ofAda).toHaveValue('')
  await ofAda.selectOption('Gold')
  await expect(panel).toContainText('di_ada is in Gold from the next round that opens.')
  await expectAccessibleInBothSchemes(page)

  await button(page, 'Racers in Gold').click()
  const dialog = page.getByRole('dialog', { name: 'Racers in Gold' })
  await expect(dialog.getByRole('list', { name: 'Racers in Gold' })).toContainText('di_ada')
  await dialog.getByLabel('Names').fill('di_bea\ndi_nobody')
  await button(page, 'Put them into the division').click()
  await expect(dialog.getByRole('list', { name: 'Not added' })).toContainText('di_nobody')
  await expect(dialog.getByLabel('Names')).toHaveValue('di_nobody')
  await expectAccessible(page)
  await button(page, 'Take out di_bea').click()
  await expect(dialog).toContainText('di_bea is in no division from the next round that opens.')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(button(page, 'Take out di_bea')).toBeVisible()
  await button(page, 'Close').click()

  await button(page, 'Make a public page').click()
  const link = await page.getByRole('textbox', { name: 'Address of the public page' }).inputValue()
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(new URL(link).pathname)
  const table = phone.getByRole('table', { name: 'Table of Divided Derby' })
  await expect(table.getByRole('row').nth(1)).toContainText('Gold')
  await expectAccessible(phone)
  await table.getByRole('link', { name: 'Gold' }).first().click()
  await expect(phone).toHaveURL(/division=\d+/)
  // They joined after the only round that counts had opened.
  await expect(phone.getByText('Nobody has results in Gold yet.', { exact: false })).toBeVisible()
  await phone
    .getByRole('group', { name: 'Table of' })
    .getByRole('button', { name: 'Everybody' })
    .click()
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(phone).not.toHaveURL(/division/)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await phone.close()

  await button(page, 'Change the divisions').click()
  await button(page, 'Remove the division Silver').click()
  await button(page, 'Save the divisions').click()
  const question = page.getByRole('alertdialog', { name: 'Remove the division?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(panel).toContainText('There is a division, Gold.')
})
