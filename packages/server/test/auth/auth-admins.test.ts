/** Who is an admin: the first user who signs in with a listed login, by platform id, as long as the login is listed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindAdmin } from '../../src/domain/people/sign-in/admin-bindings.ts'
import { FakeTwitch } from '../helpers/fake-twitch.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let twitch: FakeTwitch
let server: TestServer

beforeAll(async () => {
  twitch = await FakeTwitch.start()
  server = await startTestServer({ env: { ...twitch.env, ADMIN_LOGINS: 'Boss, chief,racer' } })
})
afterAll(async () => {
  await server.stop()
  await twitch.stop()
})

const currentUser = async (session: Session, of: TestServer = server) => {
  const response = await of.call({ method: 'GET', url: '/api/user', headers: session })
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as { id: number; isAdmin: boolean }
}

describe('an admin', () => {
  const signInAs = async (login: string, id: string) =>
    currentUser(await server.signInWith(twitch.issue(login, { id })))

  it('is the first user who signs in with a listed login, and nobody else with that login', async () => {
    expect((await signInAs('boss', '1')).isAdmin).toBe(true)
    expect((await signInAs('boss', '2')).isAdmin).toBe(false)
  })

  it('is nobody who has that login on another platform', async () => {
    const { db, now } = server.context
    const elsewhere = { platform: 'kick', platformUserId: '1', login: 'chief' }
    expect(await bindAdmin(db, elsewhere, { adminLogins: ['chief'], now: now() })).toBe(false)
    expect(await bindAdmin(db, elsewhere, { adminLogins: ['kick:chief'], now: now() })).toBe(true)
  })

  it('stays one after a rename, and the old login makes nobody an admin', async () => {
    expect((await signInAs('big_boss', '1')).isAdmin).toBe(true)
    expect((await signInAs('boss', '3')).isAdmin).toBe(false)
    expect((await signInAs('boss', '1')).isAdmin).toBe(true)
  })

  it('is exactly one of those who sign in at the same moment', async () => {
    const users = await Promise.all(['5', '6', '7', '8'].map((id) => signInAs('racer', id)))
    expect(users.filter((user) => user.isAdmin)).toHaveLength(1)
  })

  it('is never recognised by display name', async () => {
    const token = twitch.issue('impostor', { displayName: 'Chief' })
    expect((await currentUser(await server.signInWith(token))).isAdmin).toBe(false)
  })

  it('is looked up on every request', async () => {
    const session = await server.signInWith(twitch.issue('chief', { id: '4' }))
    expect((await currentUser(session)).isAdmin).toBe(true)
    const { db } = server.context
    const binding = await db
      .deleteFrom('admin_bindings')
      .where('login', '=', 'chief')
      .returningAll()
      .executeTakeFirstOrThrow()
    expect((await currentUser(session)).isAdmin).toBe(false)
    await db.insertInto('admin_bindings').values(binding).execute()
    expect((await currentUser(session)).isAdmin).toBe(true)
  })

  it('loses the role once a server starts without the login listed', async () => {
    const boss = await server.signInWith(twitch.issue('boss', { id: '1' }))
    const chief = await server.signInWith(twitch.issue('chief', { id: '4' }))
    const env = { ...twitch.env, ADMIN_LOGINS: 'chief' }
    const restarted = await startTestServer({ env, beside: server })
    expect((await currentUser(boss, restarted)).isAdmin).toBe(false)
    expect((await currentUser(chief, restarted)).isAdmin).toBe(true)
    const again = await restarted.signInWith(twitch.issue('boss', { id: '1' }))
    expect((await currentUser(again, restarted)).isAdmin).toBe(false)
    await restarted.stop()
    const unlisted = await startTestServer({ env: twitch.env, beside: server })
    expect((await currentUser(chief, unlisted)).isAdmin).toBe(false)
    await unlisted.stop()
  })
})
