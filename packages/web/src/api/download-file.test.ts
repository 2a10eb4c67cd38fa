import { endpoint } from '@rollcall/contract/endpoint'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { type DownloadProgress, downloadFile } from './download-file.ts'

const replay = endpoint({
  noun: 'admin',
  method: 'GET',
  path: '/download/:fileName',
  access: 'anyone',
  summary: 'For this test',
  params: z.object({ fileName: z.string() }),
  response: z.unknown(),
  sendsFile: true,
})

const attachment = { 'content-disposition': 'attachment; filename="a b.exe"' }
const fetchMock = vi.fn<typeof fetch>()

beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('localStorage', { getItem: () => 'session' })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function download(given: { signal?: AbortSignal; seen?: DownloadProgress[] } = {}): Promise<Blob> {
  const { signal = new AbortController().signal, seen = [] } = given
  const onProgress = (progress: DownloadProgress) => seen.push(progress)
  return downloadFile(replay, { params: { fileName: 'a b.exe' }, signal, onProgress })
}

function streamChunks(...chunks: (Uint8Array<ArrayBuffer> | Error)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const next = chunks.shift()
      if (next === undefined) controller.close()
      else if (next instanceof Error) controller.error(next)
      else controller.enqueue(next)
    },
  })
}

test('joins the pieces in order and reports progress', async () => {
  const mib = 1024 * 1024
  const chunks = [1, 2, 3, 4, 5].map((value) => new Uint8Array(3 * mib).fill(value))
  const headers = { ...attachment, 'content-length': String(15 * mib) }
  fetchMock.mockResolvedValue(new Response(streamChunks(...chunks), { headers }))
  const seen: DownloadProgress[] = []
  const bytes = new Uint8Array(await (await download({ seen })).arrayBuffer())
  expect(bytes).toHaveLength(15 * mib)
  expect([0, 1, 2, 3, 4].map((index) => bytes[index * 3 * mib])).toEqual([1, 2, 3, 4, 5])
  expect(seen.map(({ loadedBytes }) => loadedBytes / mib)).toEqual([3, 6, 9, 12, 15])
  expect(seen.at(-1)?.totalBytes).toBe(15 * mib)
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/download/a%20b.exe')
})

test('accepts a file without a content-disposition header', async () => {
  const headers = { 'content-type': 'application/x-msdownload' }
  fetchMock.mockResolvedValue(new Response(streamChunks(new Uint8Array(2)), { headers }))
  expect((await download()).size).toBe(2)
})

test('accepts an empty file, and a file without a content-length', async () => {
  fetchMock.mockResolvedValue(new Response(null, { headers: attachment }))
  expect((await download()).size).toBe(0)
  const seen: DownloadProgress[] = []
  fetchMock.mockResolvedValue(
    new Response(streamChunks(new Uint8Array(2)), { headers: attachment }),
  )
  await download({ seen })
  expect(seen).toEqual([{ loadedBytes: 2, totalBytes: null }])
})

test.each([
  ['a page', new Response('<!doctype html>'), null, 'The answer could not be read.'],
  ['a sentence', Response.json({ error: 'It is gone.' }), 200, 'It is gone.'],
  ['a refusal', Response.json({ error: 'No.' }, { status: 404, headers: attachment }), 404, 'No.'],
  ['a failure without words', new Response('x', { status: 502 }), 502, 'HTTP error! status: 502'],
])('%s is not a file', async (_, answer, status, sentence) => {
  fetchMock.mockResolvedValue(answer)
  const error = await download().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, sentence, reply: null })
})

test('a broken connection is a failure', async () => {
  const body = streamChunks(new Uint8Array(5), new TypeError('network error'))
  fetchMock.mockResolvedValue(new Response(body, { headers: attachment }))
  await expect(download()).rejects.toMatchObject({
    status: null,
    message: 'The server could not be reached.',
  })
})

test('an aborted download is not a failure of the server', async () => {
  const controller = new AbortController()
  controller.abort()
  fetchMock.mockRejectedValue(controller.signal.reason)
  await expect(download({ signal: controller.signal })).rejects.not.toBeInstanceOf(ApiError)
})
