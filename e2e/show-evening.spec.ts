/** A whole evening, on a separate server because it is restarted in the middle. */
import { createEvent, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { hold } from './network.ts'
import { openAs, useServer } from './sessions.ts'
import { FULL_HD, names, openPage, PHONE, RACERS, uncoveredOnPage } from './show-pages.ts'
import { NOBODY_LISTENS, type RunningRollcall, startRollcall } from './start-server.ts'

let server: RunningRollcall
let leaveServer: () => void
test.beforeAll(async () => {
  server = await startRollcall('evening-server', {})
  leaveServer = useServer(server.origin)
})
test.afterAll(async () => {
  leaveServer?.()
  await server?.stop()
})
// Known only once the server runs.
test.use({ baseURL: ({ browserName: _ }, use) => use(server?.origin ?? '') })

test('an evening: controlled on a phone and on the stage, followed on overlay and public page', async ({
  page: remote,
  browser,
  expectComplaint,
}) => {
  const host = await signInStreamer('show_host')
  const second = await signInStreamer('show_second')
  const eventId = await createEvent([host, second], 'Grand Final')
  await uploadStanding(host, eventId, RACERS)
  await remote.setViewportSize(PHONE)
  await openAs(remote, 'show_host', `/my-events/control/${eventId}`)
  const press = (name: string) => remote.getByRole('button', { name, exact: true }).click()

  // Results arrive by themselves.
  const tile = remote.getByRole('listitem').filter({ hasText: 'show_second' }).first()
  await expect(tile).toContainText('Waiting for results')
  await uploadStanding(second, eventId, RACERS.slice(0, 3))
  await expect(tile).toContainText('3 racers')
  await expect(tile).toContainText('Received')

  await remote.getByLabel('Results sealed until the reveal').check()
  await expect(remote.getByLabel('Results sealed until the reveal')).toBeChecked()
  await remote.getByLabel('Public page').first().check()
  await press('Make a link')
  const link = await remote.getByRole('textbox', { name: 'Public page' }).inputValue()
  await press('Create overlay link')
  const overlayAddress = await remote.getByRole('textbox', { name: 'Overlay for OBS' }).inputValue()

  const stage = await openPage(browser, FULL_HD)
  await openAs(stage, 'show_host', `/stage/${eventId}`)
  const [viewer, onPhone, overlay] = [
    await openPage(browser, FULL_HD),
    await openPage(browser, PHONE),
    await openPage(browser, FULL_HD),
  ]
  await viewer.goto(link)
  await onPhone.goto(link)
  await overlay.goto(overlayAddress)
  const followers = [viewer, onPhone]
  for (const follower of followers) {
    await expect(follower.getByText('Results are coming soon')).toBeVisible()
  }
  await expect(overlay.getByText('Sealed until the reveal')).toBeVisible()

  const next = remote.getByRole('button', { name: /^Reveal Rank/ })
  /** The blur has cleared, and the show can be moved again. */
  const expectReady = () => expect(next).not.toHaveAttribute('aria-disabled')

  await press('Rehearse')
  await expect(stage.getByText('Rehearsal: these names are invented')).toBeVisible()
  await expect(names(stage)).not.toHaveCount(0)
  await expect(viewer.getByText('Results are coming soon')).toBeVisible()
  await expectReady()
  await press('End the rehearsal')
  await expect(stage.getByText('Results are coming soon')).toBeVisible()

  /** Everybody sees the same first name, and nobody a name above it. */
  async function expectReached(rank: number): Promise<void> {
    const name = RACERS[rank - 1]?.name ?? ''
    for (const follower of followers) {
      await expect(uncoveredOnPage(follower).first()).toHaveText(name)
    }
    for (const picture of [stage, overlay]) {
      await expect(names(picture).first()).toHaveText(name)
    }
    const hidden = RACERS.slice(0, rank - 1)
    for (const follower of [stage, overlay, ...followers]) {
      const content = await follower.content()
      expect(hidden.filter((racer) => content.includes(racer.name))).toEqual([])
    }
  }
  await press('Start Show')
  await expectReached(11)
  await expect(next).toHaveText('Reveal Rank 10')
  await expectReady()
  // Pressed on two devices at once, and twice on one of them, it moves once. The late press changes nothing.
  expectComplaint(/status of 409/)
  await expect(stage.getByRole('main')).not.toHaveAttribute('data-clearing')
  const release = await hold(remote, '**/api/show/control/*/move')
  await next.dblclick()
  await stage.keyboard.press('Space')
  await expectReached(10)
  release()
  await expect(next).toHaveText('Reveal Rank 9')
  await expectReady()
  await expectReached(10)
  await stage.reload()
  await expectReached(10)

  // The server is restarted: everybody is still there, and one more viewer comes.
  await remote.goto('about:blank')
  await server.restart()
  const late = await openPage(browser, PHONE)
  await late.goto(link)
  followers.push(late)
  await expectReached(10)
  await remote.goto(`/my-events/control/${eventId}`)
  await expect(next).toHaveText('Reveal Rank 9')

  // New results change nothing that is shown.
  await uploadStanding(second, eventId, [{ name: 'late_winner', points: 5_000 }])
  await expect(remote.getByText('New results have come in.')).toBeVisible()
  await expectReady()
  await press('Back')
  await expectReached(11)
  await remote.getByLabel('Jump to rank').fill('2')
  await press('Jump')
  await expectReached(2)
  await expect(next).toHaveText('Reveal Rank 1')
  await expectReady()
  await press('Reveal Rank 1')
  await expectReached(1)
  const show = remote.getByRole('button', { name: 'Show Podium' })
  await expect(show).not.toHaveAttribute('aria-disabled')
  await show.click()
  for (const page of [stage, overlay]) {
    await expect(page.getByRole('list', { name: 'Podium' })).toContainText('climber_01')
  }
  for (const follower of followers) {
    await expect(follower.getByText('The winner: climber_01.')).toBeAttached()
  }
  await press('Finish the show')
  await remote.getByRole('alertdialog').getByRole('button', { name: 'Finish the show' }).click()
  await expect(overlay.getByText('Final results')).toBeVisible()

  // A message that cannot have arrived is tried again, and the page says so.
  expectComplaint(/status of 422/)
  const address = remote.getByLabel('Webhook address')
  await address.fill('https://example.org/hook')
  await press('Save the address')
  await expect(remote.getByText('That is not the address of a Discord webhook.')).toBeVisible()
  await address.fill(`${NOBODY_LISTENS}/hook`)
  await press('Save the address')
  await expect(address).toBeHidden()
  await press('Post to Discord')
  await expect(remote.getByText('Not posted yet: Discord could not be reached.')).toBeVisible()
  await expectAccessible(remote)
  await press('Remove the address')
  const question = remote.getByRole('alertdialog', { name: 'Remove the address?' })
  await expect(question).toContainText("can't show you the current one")
  await question.getByRole('button', { name: 'Remove the address' }).click()
  await expect(address).toBeVisible()

  await viewer.getByLabel('Find a racer').fill('climber_13')
  const found = viewer.getByRole('region', { name: 'Place of climber_13' })
  await expect(found.locator('bdi')).toHaveText(['climber_12', 'climber_13', 'climber_14'])
  await viewer.getByRole('button', { name: 'Points explained for climber_13' }).click()
  await expect(viewer.getByText('Event points')).toBeVisible()
  const picture = viewer.getByRole('img', { name: 'The top three of Grand Final' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1200)
  await expectAccessible(viewer)
  for (const page of [stage, overlay, ...followers]) {
    await page.context().close()
  }
})
