/** Bad uploads: refused with a clear sentence, code, place and status, and without a change except the receipt. */

import { connect } from 'node:net'
import { FROM_BEFORE } from '@rollcall/contract/words/from-before'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../helpers/eventually.ts'
import { makeSeason, type SeasonFiles, seasonUpload } from '../helpers/season-files.ts'
import { storedRows } from '../helpers/stored-rows.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

let server: TestServer
let session: Session
let before: Awaited<ReturnType<typeof storedRows>>
const today = new Date('2026-10-02T12:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ startsAt: today })
  session = await server.signIn('streamer')
  await server.call(seasonUpload(good, { headers: session }))
})
afterAll(() => server.stop())
beforeEach(async () => {
  before = await storedRows(server.context.db)
})

const good = makeSeason({ channel: 'streamer' })
const bytes = (text: string) => Buffer.from(text)
const edited = (part: keyof SeasonFiles, edit: (text: string) => string): SeasonFiles => ({
  ...good,
  [part]: bytes(edit(good[part].toString())),
})

async function countReceipts(): Promise<number> {
  const { count } = await server.context.db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function ownReceipts(): Promise<object[]> {
  const url = '/api/uploads/receipts'
  return (await server.call({ method: 'GET', url, headers: session })).json().receipts
}

const seasonText = (file: Buffer) => bytes(file.toString().replaceAll(',75,', ',final,'))
const MZ = Buffer.from('4d5a90000300000004000000ffff0000b8000000'.repeat(200), 'hex')
const rows = (count: number) =>
  makeSeason({
    channel: 'streamer',
    racers: Array.from({ length: count }, (_, index) => ({ name: `racer${index}` })),
  })

describe('a bad file', () => {
  const cases: [string, () => SeasonFiles, number, string, object?][] = [
    [
      '0 bytes',
      () => ({ ...good, viewerData: bytes('') }),
      422,
      'empty_file',
      { part: 'viewerData' },
    ],
    ['no rows', () => edited('streamerData', (t) => t.split('\r\n')[0] ?? ''), 422, 'no_rows'],
    [
      'wrong header',
      () => edited('viewerData', (t) => t.replace('racer_name', 'name')),
      422,
      'unknown_header',
    ],
    ['binary', () => ({ ...good, viewerData: MZ }), 422, 'bad_encoding'],
    ['9 MB', () => ({ ...good, viewerData: Buffer.alloc(9_000_000, 'a') }), 413, 'too_large'],
    [
      '60,000 rows',
      () => rows(60_000),
      413,
      'too_large',
      { params: { reason: 'too_many_rows', most: 50_000 } },
    ],
    [
      'a negative number',
      () => edited('viewerData', (t) => t.replace(',100,', ',-100,')),
      422,
      'bad_value',
      {
        line: 2,
        column: 4,
        params: {
          reason: 'not_a_whole_number',
          ...{ value: '-100', most: 1_000_000_000, heading: 'race_points' },
        },
      },
    ],
    [
      'two channels',
      () => ({ ...good, viewerData: makeSeason({ channel: 'other' }).viewerData }),
      422,
      'channel_mismatch',
      {
        line: 2,
        column: 3,
        params: {
          reason: 'other_than_totals',
          ...{ channel: 'other', expected: 'streamer', heading: 'channel' },
        },
      },
    ],
    [
      'two seasons',
      () => ({ ...good, viewerData: makeSeason({ channel: 'streamer', season: 74 }).viewerData }),
      422,
      'season_mismatch',
      { line: 2, column: 2 },
    ],
    [
      'a future season',
      () => makeSeason({ channel: 'streamer', season: 76 }),
      422,
      'unknown_season',
      { params: { season: '76', current: 75 } },
    ],
    [
      'a season in words',
      () => ({
        streamerData: seasonText(good.streamerData),
        viewerData: seasonText(good.viewerData),
      }),
      422,
      'unknown_season',
    ],
    [
      'an implausible day',
      () => makeSeason({ channel: 'streamer', marbleDay: '2026-10-05' }),
      422,
      'implausible_time',
    ],
    [
      'a row that is too short',
      () => edited('viewerData', (t) => t.replace(',0,0,0,0\r\n', '\r\n')),
      422,
      'bad_row',
      { line: 2 },
    ],
  ]
  it.each(cases)('is refused: %s', async (_, files, status, code, place = {}) => {
    const receipts = await countReceipts()
    const response = await server.call(seasonUpload(files(), { headers: session }))
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json()).toMatchObject({ code, error: expect.stringMatching(/\w+/), ...place })
    expect(await storedRows(server.context.db)).toEqual(before)
    expect(await countReceipts()).toBe(receipts + 1)
  })

  it('leaves a receipt with code, params and place beside the sentence', async () => {
    const files = edited('viewerData', (text) => text.replace(',100,', ',-100,'))
    const refused = (await server.call(seasonUpload(files, { headers: session }))).json()
    const [receipt] = await ownReceipts()
    const { error, code, params, part, line, column } = refused
    expect(receipt).toMatchObject({ message: error, code, params, part, line })
    expect(receipt).toMatchObject({ column: String(column), outcome: 'refused' })
  })

  it('leaves a receipt without params if the sentence has none, and without secrets', async () => {
    await server.call(seasonUpload({ ...good, viewerData: bytes('') }, { headers: session }))
    expect((await ownReceipts())[0]).not.toHaveProperty('params')
    const secret = `rck_${'a'.repeat(32)}`
    const files = makeSeason({ channel: 'streamer', season: 74 })
    const streamerData = bytes(files.streamerData.toString().replace(',74,', `,${secret},`))
    const upload = seasonUpload({ ...files, streamerData }, { headers: session })
    expect((await server.call(upload)).json().params).toEqual({ season: '***', current: 75 })
    expect((await ownReceipts())[0]).toMatchObject({ params: { season: '***', current: 75 } })
  })

  it('whose sentence an older version wrote still has a receipt', async () => {
    await server.call(seasonUpload({ ...good, viewerData: MZ }, { headers: session }))
    const { code, sentence: message } = FROM_BEFORE
    await server.context.db.updateTable('uploads').set({ code, params: '{}' }).execute()
    expect((await ownReceipts())[0]).toMatchObject({ code, message, outcome: 'refused' })
  })

  it('with an invalid session leaves a receipt too', async () => {
    const receipts = await countReceipts()
    const headers = { authorization: 'Bearer garbage' }
    const response = await server.call(seasonUpload(good, { headers }))
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'not_authorised' })
    expect(await countReceipts()).toBe(receipts + 1)
  })

  it('is accepted if only its marble day is two days ahead', async () => {
    const files = makeSeason({ channel: 'streamer', marbleDay: '2026-10-04', season: 3 })
    const response = await server.call(seasonUpload(files, { headers: session }))
    expect(response.statusCode, response.body).toBe(200)
  })
})

describe('a bad form', () => {
  it.each([
    ['no body', {}, undefined],
    ['JSON', { 'content-type': 'application/json' }, '{"streamerData":"x"}'],
    ['plain CSV', { 'content-type': 'text/csv' }, 'channel,season'],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'x'],
    ['a form of URL fields', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
  ])('is refused: %s', async (_, headers, payload) => {
    const response = await server.call({
      method: 'POST',
      url: '/api/app/upload-data',
      headers: { ...session, ...headers } as Record<string, string>,
      ...(payload !== undefined && { payload }),
    })
    expect(response.statusCode, response.body).toBe(400)
    expect(response.json()).toMatchObject({ code: 'missing_part' })
    expect(await storedRows(server.context.db)).toEqual(before)
  })

  it('is refused with the name of the missing part', async () => {
    const options = seasonUpload({ viewerData: good.viewerData }, { headers: session })
    const response = await server.call(options)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'missing_part', part: 'streamerData' })
  })

  it('is refused with a field that contains a character that cannot be stored', async () => {
    const upload = seasonUpload(good, { headers: session, fields: { uploadKey: 'a\0b' } })
    const response = await server.call(upload)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'bad_value',
      error: 'A field of the form contains an invalid character.',
    })
  })

  it('is refused with a field that is too long, or a file sent as a field', async () => {
    const long = await server.call(
      seasonUpload(good, { headers: session, fields: { note: 'a'.repeat(5_000) } }),
    )
    expect(long.statusCode).toBe(413)
    expect(long.json()).toMatchObject({ code: 'too_large', part: 'note' })
    const upload = seasonUpload(rows(200), { headers: session })
    const payload = String(upload.payload).replace('; filename="75_viewerData.csv"', '')
    const response = await server.call({ ...upload, payload })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ code: 'too_large', part: 'viewerData' })
  })

  it('is refused with the same part twice', async () => {
    const once = seasonUpload(good, { headers: session })
    const body = once.payload as Buffer
    const twice = Buffer.concat([
      body.subarray(0, body.length - '--\r\n'.length),
      bytes('\r\n'),
      body,
    ])
    const response = await server.call({ ...once, payload: twice })
    expect(response.statusCode, response.body).toBe(400)
    expect(response.json()).toMatchObject({ code: 'duplicate_part' })
  })

  it('is refused if it ends in the middle', async () => {
    const whole = seasonUpload(good, { headers: session })
    const body = whole.payload as Buffer
    for (const kept of [0.3, 0.6, 0.97]) {
      const payload = body.subarray(0, Math.floor(body.length * kept))
      const response = await server.call({ ...whole, payload })
      expect(response.statusCode, response.body).toBe(400)
      expect(await storedRows(server.context.db)).toEqual(before)
    }
  })

  it('leaves nothing stored if its connection breaks off in the body', async () => {
    const receipts = await countReceipts()
    const fresh = makeSeason({ channel: 'streamer', points: 12_345 })
    const { payload, headers } = seasonUpload(fresh, { headers: session })
    const body = payload as Buffer
    const { port } = new URL(server.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const head = [
      'POST /api/app/upload-data HTTP/1.1',
      'Host: localhost',
      `Content-Length: ${body.length}`,
      ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await new Promise((written) => {
      socket.write(body.subarray(0, body.length - 40), written)
    })
    socket.destroy()
    await eventually(async () => expect(await countReceipts()).toBe(receipts + 1))
    expect(await storedRows(server.context.db)).toEqual(before)
  })
})
