/** The fixtures themselves: what should fail a journey does, and no journey leaves anything behind. */
import { expect, test } from './fixtures.ts'

test.describe('fails the test:', () => {
  test.beforeEach(async ({ page }) => {
    test.fail()
    await page.goto('/login')
  })

  test('an error on the console', async ({ page }) => {
    await page.evaluate('console.error("out of the blue")')
  })

  test('an uncaught error', async ({ page }) => {
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate('setTimeout(() => { throw new Error("out of the blue") })')
    await thrown
  })

  test('a violation of the content security policy', async ({ page }) => {
    await page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'document.title = "in line"'
      document.head.append(script)
    `)
    await expect(page).not.toHaveTitle('in line')
  })

  test('an expected error that does not come', async ({ expectComplaint }) => {
    expectComplaint(/never/)
  })
})

test.describe('a journey', () => {
  const listLeftovers = () =>
    Promise.all([
      document.cookie,
      window.name,
      localStorage.length,
      sessionStorage.length,
      history.length,
      indexedDB.databases().then((all) => all.length),
      caches.keys().then((all) => all.length),
      'leftBehind' in window,
      matchMedia('(prefers-reduced-motion: reduce)').matches,
      innerWidth,
    ])

  test('that leaves something everywhere', async ({ page }) => {
    await page.addInitScript('window.leftBehind = true')
    await page.route('**/ready', (route) => route.abort())
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/favicon.svg?1', '/favicon.svg?2']) {
      await page.goto(path)
    }
    await page.context().addCookies([{ name: 'left', value: 'behind', url: page.url() }])
    await page.evaluate(() => {
      window.name = 'left behind'
      localStorage.setItem('left', 'behind')
      sessionStorage.setItem('left', 'behind')
      indexedDB.open('left behind')
      return caches.open('left behind').then(() => undefined)
    })
    expect((await page.evaluate(listLeftovers)).slice(0, 5)).toEqual([
      'left=behind',
      'left behind',
      1,
      1,
      3,
    ])
  })

  test('finds nothing from the one before', async ({ page }) => {
    await page.goto('/favicon.svg')
    // A history of two: the empty page and this one.
    const nothing = ['', '', 0, 0, 2, 0, 0, false, false, 1280]
    expect(await page.evaluate(listLeftovers)).toEqual(nothing)
    expect(await page.evaluate(() => fetch('/ready').then(({ ok }) => ok))).toBe(true)
  })

  test('that sets the clock', async ({ page, clock }) => {
    await clock.install({ time: new Date('2001-01-01') })
    await page.goto('/favicon.svg')
    expect(await page.evaluate(() => new Date().getFullYear())).toBe(2001)
  })

  test('finds the real time', async ({ page }) => {
    await page.goto('/favicon.svg')
    expect(await page.evaluate(() => new Date().getFullYear())).toBeGreaterThan(2001)
  })
})
