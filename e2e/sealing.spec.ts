/** Sealing by consent: two organisers, a streamer who agrees, one who does not, and everybody else. */
import type { Page } from '@playwright/test'
import { callAs } from './configurations.ts'
import { dayFromNow, withinOneDay } from './days.ts'
import { createEvent, raceNow, type Streamer, signInStreamer } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs } from './sessions.ts'

const DAYS = { startDate: dayFromNow(-1), endDate: dayFromNow(1) }

const sealItem = (page: Page, event: string) =>
  page
    .getByRole('region', { name: 'Sealed results' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: event, exact: true }) })

const tile = (page: Page, streamer: Streamer) =>
  page
    .getByRole('region', { name: /^Results: / })
    .getByRole('listitem')
    .filter({
      hasText: streamer.name,
    })

/** Everybody on the board of an event, as its organiser sees it. */
const racers = (page: Page) =>
  page.getByRole('region', { name: 'The whole board' }).getByRole('listitem').locator('bdi')

/** On the event leaderboard names are covered until the reveal. */
const covered = (page: Page) => page.getByRole('rowheader')

test('a sealed event holds the games of a streamer who agrees, and of nobody else', ({ page }) =>
  withinOneDay(page, async (ending) => {
    const host = await signInStreamer(`seal_host${ending}`)
    const rival = await signInStreamer(`seal_rival${ending}`)
    const agreeing = await signInStreamer(`seal_agrees${ending}`)
    const other = await signInStreamer(`seal_other${ending}`)
    const cup = await createEvent([host, agreeing, other], 'Sealed cup', DAYS)
    const beside = await createEvent([rival, agreeing, other], 'Open cup', DAYS)

    await openAs(page, host.name, `/my-events/control/${cup}`)
    const seal = page.getByLabel('Results sealed until the reveal')
    await seal.check()
    await expect(seal).toBeChecked()
    await expect(page.getByText(/keeps looking at them can still work points out/)).toBeVisible()
    await expect(tile(page, agreeing)).toContainText('Has not agreed to the seal yet')
    await expect(tile(page, host)).not.toContainText('agreed')

    await openAs(page, agreeing.name, '/my-events')
    await expect(sealItem(page, 'Sealed cup')).toContainText('asks to hold your games')
    await expect(page.getByText(/keeps looking at them can still work points out/)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await sealItem(page, 'Sealed cup').getByRole('button', { name: 'Agree' }).click()
    await expect(sealItem(page, 'Sealed cup')).toContainText('You agreed.')
    await openAs(page, other.name, '/my-events')
    await sealItem(page, 'Sealed cup').getByRole('button', { name: 'Decline' }).click()
    await expect(sealItem(page, 'Sealed cup')).toContainText('You declined')

    await raceNow(agreeing, ['held_winner', 'held_second'])
    await raceNow(other, ['open_winner', 'open_second'])

    await openAs(page, rival.name, `/my-events/view-leaderboard/${beside}`)
    await expect(covered(page)).toHaveCount(2)
    await expect(page.getByText(`seal_agrees${ending}: 1 game is held until a show.`)).toBeVisible()
    await page.goto(`/my-events/control/${beside}`)
    await expect(tile(page, agreeing)).toContainText("1 game is held until another event's show.")
    await expect(racers(page)).toHaveText(['open_winner', 'open_second'])

    await test.step("the streamer's day is on the channel's page for the streamer only", async () => {
      const today = page.getByRole('region', { name: 'Racers', exact: true })
      await page.goto(`/c/${agreeing.name}?of=today`)
      await expect(today).toContainText(/Points of .* are shown after a show\./)
      await expect(today).not.toContainText('held_winner')
      await expectAccessibleInBothSchemes(page)
      await openAs(page, agreeing.name, `/c/${agreeing.name}?of=today`)
      await expect(today).toContainText('only the streamer and admins see this board')
      await expect(today).toContainText('held_winner')
    })

    await openAs(page, host.name, `/my-events/control/${cup}`)
    await expect(tile(page, other)).toContainText('Declined the seal')
    await expect(racers(page)).toHaveCount(4)

    await openAs(page, agreeing.name, `/my-events/view-leaderboard/${beside}?streamer=all`)
    await expect(covered(page)).toHaveCount(4)
    await expect(page.getByText('only this streamer and admins see them here')).toBeVisible()

    await test.step('the streamer agrees to a second organiser, and both see the results', async () => {
      await callAs(rival.session, {
        method: 'PUT',
        path: `/api/show/control/${beside}/settings`,
        body: { isSealed: true },
      })
      await page.goto('/my-events')
      await expect(sealItem(page, 'Open cup')).toContainText(
        'Both organisers will see these results before either show.',
      )
      await sealItem(page, 'Open cup').getByRole('button', { name: 'Agree' }).click()
      await expect(sealItem(page, 'Open cup')).toContainText('You agreed.')
      await raceNow(agreeing, ['both_winner', 'both_second'])
      for (const [organiser, event] of [
        [host, cup],
        [rival, beside],
      ] as const) {
        await openAs(page, organiser.name, `/my-events/control/${event}`)
        await expect(racers(page).filter({ hasText: 'both_winner' })).toHaveCount(1)
      }
      await expect(racers(page).filter({ hasText: 'held_winner' })).toHaveCount(0)
    })

    await test.step('the streamer stops holding later games, and opens the held ones', async () => {
      await openAs(page, agreeing.name, '/my-events')
      const item = sealItem(page, 'Sealed cup')
      await expect(item).toContainText('2 games are held until its show.')
      await item.getByRole('button', { name: 'Stop holding later games' }).click()
      await expect(item).toContainText('You declined: later games are not held. 2 games are held')
      await page.getByRole('button', { name: 'Open now' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Open 2 held games now?' })
      await expect(dialog).toContainText("You can't undo this.")
      await dialog.getByRole('button', { name: 'Open now' }).click()
      await expect(page.getByText('2 games are held')).toHaveCount(0)
      await openAs(page, rival.name, `/my-events/control/${beside}`)
      await expect(racers(page).filter({ hasText: 'held_winner' })).toHaveCount(1)
    })

    await test.step('changes that open held games for good ask first', async () => {
      await page.getByLabel('Results sealed until the reveal').click()
      const dialog = page.getByRole('alertdialog', { name: 'Switch the seal off?' })
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByLabel('Results sealed until the reveal')).toBeChecked()
      await page.goto(`/my-events/manage/${beside}`)
      await page.getByLabel('End Date').fill(dayFromNow(2))
      await page.getByRole('button', { name: 'Update Event' }).click()
      const change = page.getByRole('alertdialog', { name: 'Change this event?' })
      await expect(change).toContainText('Streamers will be asked to agree to the new days')
      await change.getByRole('button', { name: 'Update Event' }).click()
      await expect(page.getByText('Event updated successfully!')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
      await page.goto(`/my-events/control/${beside}`)
      await page.getByLabel('Results sealed until the reveal').click()
      await dialog.getByRole('button', { name: 'Switch off' }).click()
      await expect(page.getByLabel('Results sealed until the reveal')).not.toBeChecked()
    })
  }))
