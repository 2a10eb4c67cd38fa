/** Two identical calls at once create one thing. For events, see events/events-limits.test.ts. */
import { NEW_CONFIGURATION } from '@rollcall/scoring/configuration'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_LOGINS: 'boss' } })
  boss = await server.signIn('boss')
})
afterAll(() => server.stop())

const KINDS = [
  ['a patch note', '/api/patch-notes', { title: 'Two at once', content: '' }, '/api/patch-notes'],
  [
    'a configuration',
    '/api/events/leaderboard-config',
    {
      config: {
        ...NEW_CONFIGURATION,
        name: 'Two at once',
        gameModes: { racing: true, battleRoyale: false, tilted: false },
      },
    },
    '/api/events/leaderboards',
  ],
  [
    'an API key',
    '/api/api-keys',
    { name: 'Two at once', scopes: ['read:boards'] },
    '/api/api-keys',
  ],
] as const

it.each(KINDS)('%s', async (kind, url, body, listUrl) => {
  const press = () => server.call({ method: 'POST', url, headers: boss, body })
  const count = async () => {
    const listed = await server.call({ method: 'GET', url: listUrl, headers: boss })
    return listed.body.split('Two at once').length - 1
  }
  const answers = await Promise.all([press(), press(), press()])
  expect(await count()).toBe(1)
  const made = answers.filter(({ statusCode }) => statusCode === 200)
  if (kind === 'an API key') {
    // The key is in one answer only.
    expect(made).toHaveLength(1)
    expect(answers.find((each) => !made.includes(each))?.json()).toMatchObject({
      code: 'api_key_made_already',
    })
  } else {
    expect(new Set(made.map((answer) => answer.body)).size).toBe(1)
    expect(made).toHaveLength(3)
  }
  server.clock.advance({ minutes: 1 })
  expect((await press()).statusCode).toBe(200)
  expect(await count()).toBe(2)
})
