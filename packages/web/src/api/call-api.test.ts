import { endpoint, reading } from '@rollcall/contract/endpoint'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { callApi } from './call-api.ts'

const rename = endpoint({
  noun: 'admin',
  method: 'PUT',
  path: '/api/things/:name/label',
  access: 'user',
  summary: 'For this test',
  params: z.object({ name: z.string() }),
  query: z.object({ dryRun: z.optional(z.boolean()) }),
  body: z.object({ label: z.string() }),
  response: z.object({ count: z.number() }),
})
const input = { params: { name: 'a/b?' }, query: { dryRun: true }, body: { label: 'x' } }

const fetchMock = vi.fn<typeof fetch>()
let token: string | null = null
let complaints: MockInstance<typeof console.error>

beforeEach(() => {
  token = 'session'
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('localStorage', { getItem: () => token })
  complaints = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  complaints.mockRestore()
  vi.unstubAllGlobals()
})

async function expectApiError(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test("calls the endpoint with the session's token", async () => {
  fetchMock.mockResolvedValue(Response.json({ count: 3 }))
  await expect(callApi(rename, input)).resolves.toEqual({ count: 3 })
  const [address, init] = fetchMock.mock.calls[0] ?? []
  expect(address).toBe('/api/things/a%2Fb%3F/label?dryRun=true')
  expect(init).toMatchObject({ method: 'PUT', body: '{"label":"x"}', credentials: 'omit' })
  const headers = new Headers(init?.headers)
  expect(headers.get('authorization')).toBe('Bearer session')
  expect(headers.get('content-type')).toBe('application/json')
})

test('sends another token, or none, when asked to', async () => {
  fetchMock.mockImplementation(async () => Response.json({ count: 0 }))
  await callApi(rename, { ...input, token: 'platform' })
  await callApi({ ...rename, access: 'anyone' }, { ...input, token: null })
  const sent = fetchMock.mock.calls.map(([, init]) =>
    new Headers(init?.headers).get('authorization'),
  )
  expect(sent).toEqual(['Bearer platform', null])
})

test('sends a content type even without a body', async () => {
  fetchMock.mockResolvedValue(Response.json({ count: 0 }))
  const { body: _, ...read } = rename
  await callApi({ ...read, method: 'GET' }, { params: input.params, query: input.query })
  const [, init] = fetchMock.mock.calls[0] ?? []
  expect(init?.body).toBeNull()
  expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
})

test('sends a form unchanged and lets the browser set its type', async () => {
  fetchMock.mockResolvedValue(Response.json({ count: 1 }))
  const { body: _, ...upload } = rename
  const form = new FormData()
  await callApi({ ...upload, method: 'POST' }, { params: input.params, query: input.query, form })
  const [, init] = fetchMock.mock.calls[0] ?? []
  expect(init?.body).toBe(form)
  expect(new Headers(init?.headers).has('content-type')).toBe(false)
})

test('does not call an endpoint that needs a session without one', async () => {
  token = null
  expect((await expectApiError(callApi(rename, input))).status).toBe(401)
  expect(fetchMock).not.toHaveBeenCalled()
})

test("keeps the status, the token and the server's sentence", async () => {
  const reply = { error: 'That name is taken.', code: 'taken', requestId: '1' }
  fetchMock.mockResolvedValue(Response.json(reply, { status: 409 }))
  const error = await expectApiError(callApi(rename, input))
  expect(error).toMatchObject({
    message: 'HTTP error! status: 409',
    sentence: 'That name is taken.',
    status: 409,
    token: 'session',
    isUnauthorized: false,
  })
})

test('reads the sentence of another server from its message', async () => {
  fetchMock.mockResolvedValue(Response.json({ message: 'It has begun.' }, { status: 400 }))
  expect(await expectApiError(callApi(rename, input))).toMatchObject({
    status: 400,
    sentence: 'It has begun.',
    reply: null,
  })
})

test.each([401, 403])('marks %i as unauthorized', async (status) => {
  fetchMock.mockResolvedValue(new Response('<html>', { status }))
  expect((await expectApiError(callApi(rename, input))).isUnauthorized).toBe(true)
})

test.each([
  ['no JSON', () => new Response('{"count":')],
  ['another shape', () => Response.json({ count: 'three' })],
])('refuses an answer that is %s', async (_, answer) => {
  fetchMock.mockResolvedValue(answer())
  const error = await expectApiError(callApi(rename, input))
  expect(error).toMatchObject({
    status: null,
    message: 'The answer could not be read.',
    isUnreadable: true,
  })
  expect(complaints.mock.calls).toEqual([
    ['PUT /api/things/a%2Fb%3F/label: The answer could not be read.', error.cause],
  ])
})

test('ignores fields that the contract does not have', async () => {
  fetchMock.mockResolvedValue(Response.json({ count: 3, message: 'Renamed.', error: null }))
  await expect(callApi(rename, input)).resolves.toEqual({ count: 3 })
})

test.each([{ error: 'It is locked.' }, { count: 3, error: 'It is locked.' }])(
  'treats an error with status 200 as an error: %o',
  async (reply) => {
    fetchMock.mockResolvedValue(Response.json(reply))
    const error = await expectApiError(callApi(rename, input))
    expect(error).toMatchObject({ message: 'It is locked.', sentence: 'It is locked.' })
    expect(complaints).not.toHaveBeenCalled()
  },
)

test('returns an error field that the contract promises', async () => {
  const maybe = { ...rename, response: z.object({ error: z.string() }) }
  fetchMock.mockResolvedValue(Response.json({ error: 'There is none.' }))
  await expect(callApi(maybe, input)).resolves.toEqual({ error: 'There is none.' })
})

test('requires only the fields that the web reads', async () => {
  const Thing = z.object({ name: z.string(), size: z.number(), tags: z.array(z.string()) })
  const read = { ...rename, response: Thing, reads: reading(Thing, ['name']) }
  for (const [answer, expected] of [
    [{ name: 'a' }, { name: 'a' }],
    [{ name: 'a', size: 'large', tags: [1] }, { name: 'a' }],
    [
      { name: 'a', size: 3, tags: ['b'], more: true },
      { name: 'a', size: 3, tags: ['b'] },
    ],
  ]) {
    fetchMock.mockResolvedValue(Response.json(answer))
    expect(await callApi(read, input)).toEqual(expected)
  }
  fetchMock.mockResolvedValue(Response.json({ size: 3 }))
  expect((await expectApiError(callApi(read, input))).isUnreadable).toBe(true)
})

test('an answer may be empty if nothing in it is read', async () => {
  fetchMock.mockImplementation(async () => new Response(null))
  await callApi({ ...rename, reads: z.unknown() }, input)
  expect((await expectApiError(callApi(rename, input))).isUnreadable).toBe(true)
})

test('an answer marked as unauthorized is not an answer', async () => {
  fetchMock.mockResolvedValue(Response.json({ unauthorized: true }))
  const error = await expectApiError(callApi(rename, input))
  expect(error).toMatchObject({ isMarkedUnauthorized: true, isUnauthorized: true, status: 200 })
  expect(complaints).not.toHaveBeenCalled()
})

test('reports that there was no answer', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  const error = await expectApiError(callApi(rename, input))
  expect(error).toMatchObject({ status: null, message: 'The server could not be reached.' })
  expect(complaints.mock.calls).toEqual([
    ['PUT /api/things/a%2Fb%3F/label: The server could not be reached.', error.cause],
  ])
})

test('an aborted call is not a failure of the server', async () => {
  const controller = new AbortController()
  controller.abort()
  fetchMock.mockRejectedValue(controller.signal.reason)
  const call = callApi(rename, { ...input, signal: controller.signal })
  await expect(call).rejects.not.toBeInstanceOf(ApiError)
  expect(complaints).not.toHaveBeenCalled()
})
