/** The stage's podium, wherever it is shown: on the overlay, in the control room and on the public page. */
import type { Locator, Page } from '@playwright/test'
import type { ControlRoom } from '@rollcall/contract/show'
import { openApiClient } from '@rollcall/demo/api-client'
import { createEvent, type Streamer, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { FULL_HD, openPage, RACERS } from './show-pages.ts'

const podiumOf = (page: Page) => page.getByRole('list', { name: 'Podium', includeHidden: true })

interface Show {
  readonly control: string
  readonly move: (kind: 'start' | 'jump' | 'next' | 'podium' | 'finish') => Promise<void>
  readonly makeAddress: (of: 'public' | 'overlay') => Promise<string>
}

async function openShow(host: Streamer): Promise<Show> {
  const eventId = await createEvent([host], `Cup of ${host.name}`)
  await uploadStanding(host, eventId, RACERS)
  const client = openApiClient(originUnderTest())
  const api = `/api/show/control/${eventId}`
  await client.call(`${api}/settings`, host.session, { isPublic: true }, 'PUT')
  return {
    control: `/my-events/control/${eventId}`,
    async move(kind) {
      const isFree = async () => (await client.call<ControlRoom>(api, host.session)).waitMs === 0
      await expect.poll(isFree).toBe(true)
      const { version } = await client.call<ControlRoom>(api, host.session)
      const move = {
        kind,
        ...(kind === 'start' && { phase: 'live' }),
        ...(kind === 'jump' && { rank: 1 }),
      }
      await client.call(`${api}/move`, host.session, { version, move })
    },
    async makeAddress(of) {
      const room = await client.call<ControlRoom>(`${api}/token`, host.session, { of })
      return of === 'public' ? `/e/${room.publicToken}` : `/overlay/e/${room.overlayToken}`
    },
  }
}

/** Where each step is within the picture, as shares of its width. */
const stepsWithin = async (page: Page, picture: Locator) => {
  const whole = await picture.boundingBox()
  const boxes = await Promise.all(
    (await podiumOf(page).locator('li').all()).map((step) => step.boundingBox()),
  )
  const share = (px = 0) => Math.round((px / (whole?.width ?? 1)) * 500) / 500
  return boxes.map((box) => ({
    left: share((box?.x ?? 0) - (whole?.x ?? 0)),
    top: share((box?.y ?? 0) - (whole?.y ?? 0)),
    width: share(box?.width),
    height: share(box?.height),
  }))
}

test("the control room's picture is the stage, and the overlay shows the whole podium", async ({
  page,
  browser,
}) => {
  const show = await openShow(await signInStreamer('show_pictures'))
  const overlayAddress = await show.makeAddress('overlay')
  await show.move('start')
  await show.move('podium')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, 'show_pictures', show.control.replace('/my-events/control', '/stage'))
  await page.setViewportSize(FULL_HD)
  await expect(podiumOf(page).locator('li')).toHaveCount(3)
  const onStage = await stepsWithin(page, page.getByRole('main'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(show.control)
  await expect(podiumOf(page).locator('li')).toHaveCount(3)
  const preview = page.getByRole('region', { name: 'On stage now' }).locator('> div')
  await expect.poll(() => stepsWithin(page, preview)).toEqual(onStage)

  const obs = await openPage(browser, FULL_HD)
  for (const options of ['', '?scale=50', '?scale=200']) {
    await obs.goto(`${overlayAddress}${options}`)
    for (const { name } of RACERS.slice(0, 3)) {
      const shown = podiumOf(obs).getByText(name)
      await expect(shown).toBeVisible()
      // As large as it is, whatever the podium's surroundings cut off.
      const ratio = await shown.evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(
              element,
            )
          }),
      )
      expect(ratio, `${name} at ${options}`).toBe(1)
    }
  }
  await obs.context().close()
})

/** Keeps what the podium shows in its first frame. */
const watchFirstFrame = (page: Page) =>
  page.addInitScript(() => {
    const watched = new MutationObserver(() => {
      const podium = document.querySelector('ol[aria-label="Podium"]')
      if (podium === null || 'firstFrame' in window) return
      Object.assign(window, { firstFrame: null })
      requestAnimationFrame(() => {
        const steps = [...podium.querySelectorAll('li')]
        Object.assign(window, {
          firstFrame: {
            heightsPx: steps.map((step) => step.lastElementChild?.getBoundingClientRect().height),
            opacities: steps.map((step) =>
              Number(getComputedStyle(step.firstElementChild as Element).opacity),
            ),
          },
        })
      })
    })
    watched.observe(document, { childList: true, subtree: true })
  })

const firstFrame = (page: Page) =>
  page
    .waitForFunction(() => (window as unknown as { firstFrame?: object }).firstFrame)
    .then((frame) => frame.jsonValue() as unknown as { heightsPx: number[]; opacities: number[] })

test('the podium begins with its steps, and a page of results with everybody on them', async ({
  page,
  browser,
}) => {
  const show = await openShow(await signInStreamer('show_steps_stand'))
  const publicAddress = await show.makeAddress('public')
  await page.setViewportSize(FULL_HD)
  await watchFirstFrame(page)
  await openAs(page, 'show_steps_stand', show.control.replace('/my-events/control', '/stage'))
  await expect(page.getByText('Results are coming soon')).toBeVisible()
  await show.move('start')
  await show.move('jump')
  await expect(page.locator('li bdi').first()).toHaveText('climber_01')
  await show.move('next')
  const { heightsPx } = await firstFrame(page)
  expect(Math.min(...heightsPx)).toBeGreaterThan(50)

  await show.move('finish')
  const viewer = await openPage(browser, FULL_HD)
  await expect
    .poll(async () => {
      await viewer.goto(publicAddress)
      await viewer.getByRole('heading', { level: 1, name: /^Cup of/ }).waitFor()
      return viewer.getByText('The winner: climber_01').isVisible()
    })
    .toBe(true)
  await viewer.close()
  const late = await openPage(browser, FULL_HD)
  await watchFirstFrame(late)
  await late.goto(publicAddress)
  expect((await firstFrame(late)).opacities).toEqual([1, 1, 1])
  for (const opened of [viewer, late]) {
    await opened.context().close()
  }
})
