/** Charts that cannot be drawn, or not as usual. */
import { GRAPHS, open, uploadRacer, widget } from './dashboard-racer.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'

test.beforeAll(uploadRacer)

test.describe('a chart', () => {
  test('says so if it cannot be drawn, and breaks nothing else', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/Failed to create chart/)
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    await open(page, '/dashboard/lifetime')
    await expect(page.getByText('Failed to create chart')).toHaveCount(GRAPHS.length)
    await expect(widget(page, 'Races', 'Points')).toHaveText('6,530')
    await expect(page.getByRole('table', { name: 'Wins per season' })).toBeAttached()
    await expectAccessibleInBothSchemes(page)
  })

  test('is drawn when the page is loaded again if its script did not load', async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_FAILED|Failed to fetch/)
    await page.route('**/assets/chart-canvas-*', (route) => route.abort())
    await open(page, '/dashboard/lifetime')
    await expect(page.getByText('Failed to create chart')).toHaveCount(GRAPHS.length)
    await page.unroute('**/assets/chart-canvas-*')
    await page.getByRole('button', { name: 'Reload' }).first().click()
    await expect(page.getByRole('img', { name: GRAPHS[0] })).toBeVisible()
    await expect(page.getByText('Failed to create chart')).toHaveCount(0)
  })

  test('says so if its type is unknown', async ({ page }) => {
    await page.route('**/api/dashboard/lifetime-stats', async (route) => {
      const answer = await route.fetch()
      const stats = await answer.json()
      stats.graphData[0].graphType = 'radar'
      await route.fulfill({ json: stats })
    })
    await open(page, '/dashboard/lifetime')
    await expect(
      page.getByRole('region', { name: 'Points per season' }).getByText('Unknown graph type'),
    ).toBeVisible()
    await expect(page.getByRole('img', { name: /chart$/ })).toHaveCount(GRAPHS.length - 1)
    await expectAccessible(page)
  })

  test('follows the colours of the page', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/dashboard/lifetime')
    const bars = page.getByRole('img', { name: 'Wins per season' })
    const isDrawnIn = (color: readonly number[]) =>
      bars.evaluate((canvas: HTMLCanvasElement, [red, green, blue]) => {
        const { width, height } = canvas
        const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? {}
        return Array.from({ length: width * height }, (_, pixel) => pixel * 4).some(
          (at) => data[at] === red && data[at + 1] === green && data[at + 2] === blue,
        )
      }, color)
    // The colour of races in the dark scheme, then of the light one.
    await expect.poll(() => isDrawnIn([90, 169, 255])).toBe(true)
    await page.getByRole('button', { name: 'Use light colours' }).click()
    await expect.poll(() => isDrawnIn([23, 102, 189])).toBe(true)
  })

  test('fills its enlarged card, even if enlarged in the last moment of its animation', async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, '/dashboard/lifetime')
    const card = page.getByRole('region', { name: 'Wins per season' })
    const bars = page.getByRole('img', { name: 'Wins per season' })
    await expect(bars).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    const enlarge = page.getByRole('button', { name: 'Enlarge Wins per season' })
    const widthNow = async () => (await bars.boundingBox())?.width ?? 0
    /** Enlarges or shrinks it, and waits until the browser has reported the new size. */
    const press = async () => {
      await enlarge.click()
      await card.evaluate(
        (changed) => new Promise((resolve) => new ResizeObserver(resolve).observe(changed)),
      )
    }
    for (const ms of [976, 984, 992, 1000, 1008]) {
      await page.clock.runFor(2_000)
      const small = await widthNow()
      // New colours are a new animation of a second.
      await page.getByRole('button', { name: /Use (light|dark) colours/ }).click()
      await page.clock.runFor(ms)
      await press()
      await page.clock.runFor(2_000)
      expect(await widthNow(), `enlarged after ${ms} ms`).toBeGreaterThan(2 * small)
      await press()
    }
  })
})
