/** The watch over the browser's console, watched: what should fail a test does. */
import { expect, test } from './fixtures.ts'

test('a quiet page passes', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login With Twitch' })).toBeVisible()
})

test('an error that is expected passes', async ({ page, expectComplaint }) => {
  expectComplaint(/on purpose/)
  await page.goto('/login')
  await page.evaluate('console.error("on purpose")')
})

test.describe('fails the test:', () => {
  test.beforeEach(async ({ page }) => {
    test.fail()
    await page.goto('/login')
  })

  test('an error on the console', async ({ page }) => {
    await page.evaluate('console.error("out of the blue")')
  })

  test('an error that nothing catches', async ({ page }) => {
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate('setTimeout(() => { throw new Error("out of the blue") })')
    await thrown
  })

  test('something that the content security policy refuses', async ({ page }) => {
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
