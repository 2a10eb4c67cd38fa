/** Every page in the pseudolocale: what it says comes from catalogues, and longer words break nothing. */
import { shownCode } from '@rollcall/contract/companions'
import { openApiClient } from '@rollcall/demo/api-client'
import { codeRequest, heartbeat, makeCompanionKey } from '@rollcall/server/testing/fake-companion'
import { languages } from '@rollcall/web/login-texts'
import { expect, test } from './fixtures.ts'
import { openAsAdmin, originUnderTest } from './sessions.ts'
import { ADMIN } from './start-server.ts'
import { speakPseudolocale } from './words-in-brackets.ts'

const COMPUTER = 'STUDIO-PC'

/** @returns the code of a computer that waits; another one is connected */
async function fillCompanions(): Promise<string> {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn(ADMIN)
  const askForCode = async (key: string) => {
    const request = codeRequest(key, { computerName: COMPUTER })
    return (await client.call<{ userCode: string }>('/api/companion/codes', session, request))
      .userCode
  }
  const key = makeCompanionKey()
  const code = await askForCode(key)
  await client.call(`/api/companion/codes/${code}`, session, { answer: 'confirm' })
  await client.call('/api/companion/heartbeat', session, heartbeat(key, { outboxCount: 2 }))
  return askForCode(makeCompanionKey())
}

test('pages have no words but those of their language', async ({ page, expectComplaint }) => {
  // The code that nobody has.
  expectComplaint(/status of 404/)
  const code = await fillCompanions()
  const paths = [
    '/connect',
    `/connect?code=${code}`,
    '/connect?code=BBBBBBBB',
    '/unauthorized',
    '/nowhere',
  ]
  const expectTranslated = await speakPseudolocale(page)
  await openAsAdmin(page, '/nowhere')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectTranslated([ADMIN, COMPUTER, shownCode(code)])
    })
  }
})

test('so do those that need no session, but for the login page, which has texts of its own', async ({
  page,
}) => {
  const own = Object.values(languages.en.texts).map((text) =>
    typeof text === 'string' ? text : text('Twitch'),
  )
  const expectTranslated = await speakPseudolocale(page)
  for (const path of ['/login', '/unauthorized', '/nowhere']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectTranslated([...own, ...Object.values(languages).map(({ name }) => name)])
    })
  }
})
