/** The public page of an event does not shift while it loads. */
import { type ControlRoom, MAX_START_RANK } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { createEvent, ladder, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { MAX_SHIFT, watchShifts } from './layout-shifts.ts'
import { hold } from './network.ts'
import { originUnderTest } from './sessions.ts'

test('nothing jumps while it loads, before, during and after the show', async ({ page }) => {
  const host = await signInStreamer('event_shift_host')
  const eventId = await createEvent([host], 'Steady Cup')
  await uploadStanding(host, eventId, ladder(60))
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const call = <Answer>(path: string, body?: object, method?: 'PUT') =>
    client.call<Answer>(`${control}${path}`, host.session, body, method)
  const { publicToken } = await call<{ publicToken: string }>('/token', { of: 'public' })
  await call('/settings', { isPublic: true }, 'PUT')
  const move = async (next: object) => {
    const { version } = await call<{ version: number }>('')
    await call('/move', { version, move: next })
  }
  const totalShift = await watchShifts(page)
  for (const { steps, shown } of [
    { steps: [], shown: 'Results are coming soon' },
    // From a rank that nobody has, so that nothing blurs.
    { steps: [{ kind: 'start', phase: 'live', startRank: MAX_START_RANK }], shown: 'Find a racer' },
    { steps: [{ kind: 'finish' }], shown: 'Share the results' },
  ]) {
    for (const step of steps) await move(step)
    // Steps that viewers have not seen yet would rightly shift the page.
    const coming = async () => (await call<Pick<ControlRoom, 'coming'>>('')).coming
    await expect.poll(coming).toEqual([])
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      const releaseView = await hold(page, '**/api/show/public/*')
      const releaseRows = await hold(page, '**/api/show/public/*/rows*')
      await page.goto(`/e/${publicToken}`)
      await expect(page.getByText('Loading...').first()).toBeVisible()
      releaseView()
      await expect(page.getByRole('heading', { name: shown })).toBeAttached()
      releaseRows()
      if (shown === 'Share the results') {
        await expect(page.getByRole('list', { name: 'The whole board' })).toBeVisible()
      }
      expect.soft(await totalShift(), `${shown} at ${viewport.width} px`).toBeLessThan(MAX_SHIFT)
    }
  }
})
