/** Viewers' pages follow the stage and are never ahead of it, and the control room says who sees what. */

import type { Page } from '@playwright/test'
import { openApiClient } from '@rollcall/demo/api-client'
import { stepTimes } from '@rollcall/scoring/show-times'
import { dayFromNow } from './days.ts'
import { createEvent, signInStreamer, uploadStanding } from './event-boards.ts'
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { FULL_HD, names, openPage, PHONE, RACERS } from './show-pages.ts'

const DELAY_S = 5
const STEPS = { climber_11: stepTimes('several', 11), climber_10: stepTimes('row', 10) }
type Name = keyof typeof STEPS
const MAX_MOTION_MS = 300

interface StepRecord {
  /** When a racer's name first appeared on the page, visible or for screen readers. */
  readable: Record<string, number>
  /** How long movements on the board took. */
  motionsMs: number[]
}

/** Records this on every page that the tab opens from now on. */
const recordSteps = (page: Page) =>
  page.addInitScript(() => {
    const record: StepRecord = { readable: {}, motionsMs: [] }
    Object.assign(window, { record })
    const look = () => {
      for (const [name] of document.documentElement.textContent?.matchAll(/climber_\d\d/g) ?? []) {
        record.readable[name] ??= Date.now()
      }
    }
    new MutationObserver(look).observe(document, {
      ...{ childList: true, subtree: true, characterData: true },
    })
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof Element && target.closest('[aria-label="Being revealed"]') !== null) {
        for (const motion of target.getAnimations()) {
          record.motionsMs.push(Number(motion.effect?.getComputedTiming().endTime))
        }
      }
    })
  })

const readRecord = (page: Page) =>
  page.evaluate(() => (window as unknown as { record: StepRecord }).record)

test('page and chat follow the stage after its steps, with the delay of the stream', async ({
  page: remote,
  browser,
}) => {
  const host = await signInStreamer('show_clock')
  // Until the event ends, the overlay shows its standings.
  const [startDate, endDate] = [dayFromNow(0), dayFromNow(2)]
  const eventId = await createEvent([host], 'Clock Cup', { startDate, endDate })
  await uploadStanding(host, eventId, RACERS)
  await remote.setViewportSize(PHONE)
  await openAs(remote, 'show_clock', `/my-events/control/${eventId}`)
  const places = remote.getByRole('list', { name: 'What each place shows now' })
  await expect(places).toContainText('Overlay: standings, 14 rows; it has no address yet')
  await expect(places).toContainText('Public page: off')
  await expect(places).toContainText('Participants: all results')
  await remote.getByLabel('Results sealed until the reveal').check()
  await remote.getByLabel('Public page').first().check()
  await remote.getByRole('button', { name: 'Make a link' }).click()
  await expect(places).toContainText('Overlay: nothing')
  await expect(places.getByText('Public page: nothing', { exact: true })).toBeVisible()
  await expect(places).toContainText('Participants: nothing')
  const delay = remote.getByLabel('Stream delay (seconds)')
  await delay.fill('61')
  await expect(remote.getByText('Enter a whole number from 0 to 60.')).toBeVisible()
  await delay.fill(String(DELAY_S))
  await delay.press('Enter')
  await expect
    .poll(async () => {
      const room = await openApiClient(originUnderTest()).call<{
        settings: { viewersDelayS: number }
      }>(`/api/show/control/${eventId}`, host.session)
      return room.settings.viewersDelayS
    })
    .toBe(DELAY_S)
  await expectAccessibleInBothSchemes(remote)

  const link = await remote.getByRole('textbox', { name: 'Public page' }).inputValue()
  const [stage, viewer] = [await openPage(browser, FULL_HD), await openPage(browser, FULL_HD)]
  await recordSteps(stage)
  await recordSteps(viewer)
  await openAs(stage, 'show_clock', `/stage/${eventId}`)
  await expect(stage.getByText('Results are coming soon')).toBeVisible()
  await viewer.goto(link)
  await expect(viewer.getByText('Results are coming soon')).toBeVisible()

  /** When the first chat command was sent whose answer had the name. */
  const chatAt: Record<string, number> = {}
  let isOver = false
  const chat = (async () => {
    const url = `${originUnderTest()}/api/chat/show_clock/event/${link.split('/').at(-1)}`
    while (!isOver) {
      const askedAt = Date.now()
      const line = await (await fetch(url)).text()
      for (const [name] of line.matchAll(/climber_\d\d/g)) {
        chatAt[name] ??= askedAt
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()

  const pressedAt: Record<string, number> = {}
  async function press(button: string, name: Name): Promise<void> {
    const go = remote.getByRole('button', { name: button })
    await expect(go).not.toHaveAttribute('aria-disabled')
    pressedAt[name] = Date.now()
    await go.click()
    await expect(names(stage).first()).toHaveText(name)
  }
  await Promise.all([
    press('Start Show', 'climber_11'),
    expect(places).toContainText(/Public page: nothing, rank 11 in \d s/),
  ])
  await expect(remote.getByText('Stage: rank 11 of 14')).toBeVisible()
  await Promise.all([
    press('Reveal Rank 10', 'climber_10'),
    expect(places).toContainText(/Public page: rank 11 of 14, rank 10 in \d s/),
  ])
  await expect(places.getByText('Public page: rank 10 of 14', { exact: true })).toBeVisible()
  await expect(viewer.getByText('Rank 10: climber_10')).toBeVisible()
  await expect.poll(() => chatAt.climber_10).toBeDefined()
  isOver = true
  await chat

  const [onStage, onPage] = [await readRecord(stage), await readRecord(viewer)]
  for (const [name, { ms, nameMs }] of Object.entries(STEPS)) {
    const clearedAt = onStage.readable[name] ?? Number.POSITIVE_INFINITY
    expect(clearedAt).toBeGreaterThan((pressedAt[name] ?? 0) + nameMs)
    for (const seenAt of [onPage.readable[name], chatAt[name]]) {
      expect(seenAt).toBeGreaterThan(clearedAt)
      expect(seenAt).toBeGreaterThan((pressedAt[name] ?? 0) + ms + DELAY_S * 1_000)
    }
  }
  expect(onPage.motionsMs).not.toEqual([])
  expect(Math.max(...onPage.motionsMs)).toBeLessThanOrEqual(MAX_MOTION_MS)
  for (const page of [stage, viewer]) {
    await page.context().close()
  }
})

test('a podium with five winners names them all, and has no empty steps on the stage', async ({
  page,
}) => {
  const host = await signInStreamer('show_tied')
  const eventId = await createEvent([host], 'Tied Cup')
  const winners = RACERS.slice(0, 5).map(({ name }) => ({ name, points: 500 }))
  await uploadStanding(host, eventId, [...winners, ...RACERS.slice(5)])
  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  for (const move of [{ kind: 'start', phase: 'live', startRank: 1_000 }, { kind: 'podium' }]) {
    const { version } = await client.call<{ version: number }>(control, host.session)
    await client.call(`${control}/move`, host.session, { version, move })
  }
  await page.setViewportSize(FULL_HD)
  await openAs(page, 'show_tied', `/stage/${eventId}`)
  const podium = page.getByRole('list', { name: 'Podium' })
  await expect(podium.getByRole('listitem')).toHaveCount(1)
  for (const { name } of winners) {
    await expect(podium).toContainText(name)
  }
  await expect(podium).not.toContainText('more')
})
