/** Every page in the pseudolocale: what it says comes from catalogues, and longer words break nothing. */
import { shownCode } from '@rollcall/contract/companions'
import { openApiClient } from '@rollcall/server/demo/api-client'
import { codeRequest, heartbeat, makeCompanionKey } from '@rollcall/server/testing/fake-companion'
import { expect, test } from './fixtures.ts'
import { openAs, originUnderTest } from './sessions.ts'
import { speakPseudolocale } from './words-in-brackets.ts'

const STREAMER = 'languages_host'
const COMPUTER = 'STUDIO-PC'

test('pages have no words but those of their language', async ({ page }) => {
  const client = openApiClient(originUnderTest())
  const session = await client.signIn(STREAMER)
  const askForCode = (key: string) =>
    client.call<{ userCode: string }>(
      '/api/companion/codes',
      session,
      codeRequest(key, { computerName: COMPUTER }),
    )
  const key = makeCompanionKey()
  const { userCode } = await askForCode(key)
  await client.call(`/api/companion/codes/${userCode}`, session, { answer: 'confirm' })
  await client.call('/api/companion/heartbeat', session, heartbeat(key, { outboxCount: 2 }))
  const waiting = await askForCode(makeCompanionKey())

  const paths = ['/connect', `/connect?code=${waiting.userCode}`]
  const expectTranslated = await speakPseudolocale(page)
  await openAs(page, STREAMER, '/connect')
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectTranslated([STREAMER, COMPUTER, shownCode(waiting.userCode)])
    })
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA')
})
