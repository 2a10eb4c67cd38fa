/** Pages in the pseudolocale: all their texts come from catalogues, and longer words break nothing. */
import { shownCode } from '@rollcall/contract/companions'
import type { ControlRoom, Move } from '@rollcall/contract/show'
import type { ShowView } from '@rollcall/contract/show-view'
import { openApiClient } from '@rollcall/demo/api-client'
import { codeRequest, heartbeat, makeCompanionKey } from '@rollcall/server/testing/fake-companion'
import { languages } from '@rollcall/web/login-texts'
import { createEvent, signInStreamer, uploadRace, uploadStanding } from './event-boards.ts'
import { expect, test } from './fixtures.ts'
import { BESIDE_THE_LOGIN, faults } from './network.ts'
import { openAs, openAsAdmin, originUnderTest } from './sessions.ts'
import { RACERS } from './show-pages.ts'
import { ADMIN } from './start-server.ts'
import { speakPseudolocale } from './words-in-brackets.ts'

const COMPUTER = 'STUDIO-PC'

/** Connects a computer. @returns the code of another one that waits */
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

test('pages contain only words of their language', async ({ page, expectComplaint }) => {
  // For the code that no computer has.
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
      if (path.endsWith('BBBBBBBB')) {
        await expect(page.getByRole('alert')).toBeVisible()
      }
      await expectTranslated([ADMIN, COMPUTER, shownCode(code)])
    })
  }
})

test('so do pages that need no session, except for the login page with its separate texts', async ({
  page,
  expectComplaint,
}) => {
  // Beside the login are names from other journeys. What it says with them: front-pages.spec.ts.
  expectComplaint(faults['status 503'].complaint)
  await page.route(BESIDE_THE_LOGIN, faults['status 503'].answer)
  const own = Object.values(languages.en.texts).map((text) =>
    typeof text === 'string' ? text : text('Twitch'),
  )
  const expectTranslated = await speakPseudolocale(page)
  for (const path of ['/login', '/unauthorized', '/nowhere']) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('alert')).toHaveCount(path === '/login' ? 4 : 0)
      await expectTranslated([...own, ...Object.values(languages).map(({ name }) => name)])
    })
  }
})

test('nor have those of a show: the control room, the stage, overlays, and what others see', async ({
  page,
}) => {
  const host = await signInStreamer('tongue_host')
  const guest = await signInStreamer('tongue_guest')
  const late = await signInStreamer('tongue_late')
  const eventId = await createEvent([host, guest, late], 'Cup of tongues')
  // The newest upload lacks a racer, which its tile says.
  await uploadStanding(host, eventId, [...RACERS, { name: 'climber_15', points: 1 }])
  await uploadStanding(host, eventId, RACERS)
  await uploadStanding(guest, eventId, RACERS.slice(0, 3))
  await uploadRace(host)

  const client = openApiClient(originUnderTest())
  const control = `/api/show/control/${eventId}`
  const makeLink = async (of: 'public' | 'overlay') =>
    (await client.call<ControlRoom>(`${control}/token`, host.session, { of }))[`${of}Token`]
  const settings = { isSealed: true, isPublic: true, pausesOverlays: true }
  await client.call(`${control}/settings`, host.session, settings, 'PUT')
  const publicPage = `/e/${await makeLink('public')}`
  const overlay = `/overlay/e/${await makeLink('overlay')}`
  const own = '/api/show/own-channel'
  const { token } = await client.call<{ token: string }>(own, host.session, undefined, 'POST')
  const channel = await client.call<{ rows: { racer_name: string; display_name?: string }[] }>(
    `/api/show/channel/${token}?of=season`,
    host.session,
  )
  const names = [
    ...['Cup of tongues', host.name, guest.name, late.name, 'climber_15'],
    ...RACERS.map(({ name }) => name),
    ...channel.rows.flatMap(({ racer_name: login, display_name: shown = login }) => [shown, login]),
  ]
  const move = (next: Move | { kind: 'start'; phase: 'rehearsal' | 'live' }) =>
    expect(async () => {
      const { version, waitMs } = await client.call<ControlRoom>(control, host.session)
      expect(waitMs).toBe(0)
      await client.call(`${control}/move`, host.session, { version, move: next })
    }).toPass()

  const expectTranslated = await speakPseudolocale(page)
  /** By path, with what shows that the page has come so far. */
  async function expectPages(step: string, pages: Readonly<Record<string, string>>) {
    for (const [path, shown] of Object.entries(pages)) {
      await test.step(`${step}: ${path}`, async () => {
        await page.goto(path)
        await expect(page.getByText(shown).first()).toBeVisible()
        await expectTranslated(names)
      })
    }
  }
  const room = `/my-events/control/${eventId}`
  const stage = `/stage/${eventId}`
  const board = `/my-events/view-leaderboard/${eventId}`

  await openAs(page, guest.name, '/favicon.svg')
  await expectPages('before the show', {
    [board]: 'Results sealed until the reveal',
  })
  await openAs(page, host.name, '/favicon.svg')
  await expectPages('before the show', {
    [room]: 'Waiting for results',
    [stage]: 'Results are coming soon',
    [overlay]: 'Sealed until the reveal',
    [publicPage]: 'Results are coming soon',
    [`/my-events/overlays?event=${eventId}`]: 'Into OBS in three steps',
    '/my-events/overlays': 'Overlay of your channel',
    [`/overlay/c/${token}?board=season`]: 'Season',
  })

  await move({ kind: 'start', phase: 'rehearsal' })
  const { rows } = await client.call<Pick<ShowView, 'rows'>>(`${control}/rows`, host.session)
  names.push(...rows.map(({ racer_name }) => racer_name))
  await expectPages('the rehearsal', { [room]: 'End the rehearsal', [stage]: 'Rehearsal' })
  await move({ kind: 'finish' })

  await move({ kind: 'start', phase: 'live' })
  await uploadStanding(late, eventId, RACERS.slice(0, 2))
  await expectPages('the show', {
    [room]: 'New results have come in',
    [stage]: '14 racers',
    [overlay]: 'The reveal',
    [publicPage]: 'Rank 11 of 14',
  })
  await openAs(page, guest.name, '/favicon.svg')
  await expectPages('the show', {
    [board]: 'climber_11',
    '/my-events/overlays': 'Shows that pause your overlay',
  })

  await move({ kind: 'podium' })
  await openAs(page, host.name, '/favicon.svg')
  await expectPages('the podium', {
    [room]: 'Finish the show',
    [stage]: 'climber_01',
    [overlay]: 'Podium',
    [publicPage]: 'The winner: climber_01',
  })

  await move({ kind: 'finish' })
  await expectPages('afterwards', {
    [room]: 'Reset the show',
    [overlay]: 'Final results',
    [publicPage]: 'Share the results',
  })
  await page.getByRole('button', { name: 'Points explained' }).first().click()
  await expect(page.getByText('Event points')).toBeVisible()
  await expectTranslated(names)
})
