/** Patch notes: admins write, change and delete them, and everybody who is signed in reads them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let boss: Session
let racer: Session

beforeAll(async () => {
  server = await startTestServer({
    env: { ADMIN_LOGINS: 'boss' },
    startsAt: new Date('2026-09-10T12:00:00Z'),
  })
  boss = await server.signIn('boss')
  racer = await server.signIn('racer')
})
afterAll(() => server.stop())

describe('patch notes', () => {
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, headers = boss) =>
    server.call({ method, url, headers, ...(body && { body }) })
  const list = async () =>
    (await server.call({ method: 'GET', url: '/api/patch-notes', headers: racer })).json()

  it('are written, listed newest first, changed and deleted', async () => {
    expect(await list()).toEqual([])
    const first = await send('POST', '/api/patch-notes', { title: ' First ', content: '# One' })
    expect(first.statusCode, first.body).toBe(200)
    const second = await send('POST', '/api/patch-notes', { title: 'Second', content: '' })
    const firstId = first.json().id
    const secondId = second.json().id
    expect(await list()).toMatchObject([
      { id: secondId, title: 'Second', content: '' },
      { id: firstId, title: 'First', content: '# One' },
    ])
    server.clock.advance({ hours: 1 })
    const url = `/api/patch-notes/${firstId}`
    const changed = await send('PUT', url, { title: 'First', content: '# Uno' })
    expect(changed.json()).toMatchObject({
      content: '# Uno',
      createdAt: '2026-09-10T12:00:00.000Z',
      updatedAt: '2026-09-10T13:00:00.000Z',
    })
    const one = await server.call({ method: 'GET', url, headers: racer })
    expect(one.json()).toEqual(changed.json())
    expect((await send('DELETE', url)).json()).toEqual({ status: 'success' })
    expect((await list()).map(({ id }: { id: number }) => id)).toEqual([secondId])
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { title: 'a', content: '' } : undefined
      expect((await send(method, url, body)).statusCode).toBe(404)
    }
  })

  it.each([
    ['no title', { title: '  ', content: 'text' }, /title is missing/],
    ['a long title', { title: 'a'.repeat(201), content: '' }, /up to 200/],
    ['deep nesting', { title: 'a', content: `a\n${'>'.repeat(50_000)}` }, /^Line 2 begins with/],
    ['too much to format', { title: 'a', content: '*_'.repeat(25_000) }, /up to 3,000 lines/],
    ['a long text', { title: 'a', content: 'a'.repeat(100_001) }, /up to 100,000/],
  ])('with %s are refused with a reason', async (_, body, sentence) => {
    const before = await list()
    const response = await send('POST', '/api/patch-notes', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().error).toMatch(sentence)
    expect(await list()).toEqual(before)
  })
})
