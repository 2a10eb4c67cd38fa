/** Games with equal results: when they are one game, when they are two, and how a streamer says so. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { gameUpload, importUpload, sampleGame } from '../helpers/game-files.ts'
import type { TestServer } from '../helpers/test-server.ts'
import { startUploadServer, UploadingStreamer } from '../helpers/uploading-streamer.ts'

let server: TestServer
let streamer: UploadingStreamer

beforeAll(async () => {
  server = await startUploadServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  streamer = await UploadingStreamer.create(server)
})

const csv = (...rows: string[]) => Buffer.from(rows.map((row) => `${row}\r\n`).join(''))
const ROYALE = csv(
  'Position, Username, Displayname, NameColor, PointsEarned, Eliminated, Eliminations, DamageDealt',
  '1,ada,Ada,6E95FFFF,400,false,6,291',
  '2,bo,Bo,6E95FFFF,0,true,1,80',
)
const RACE = csv(
  'Position,Username,DisplayName,NameColor,PointsEarned,FinishTime,Eliminated',
  '1,ada,Ada,FFFFFF,30,60.5,false',
  '2,bo,Bo,FFFFFF,10,61,false',
)
const LOG_ROWS = (minute: number) => [
  `1,ada,Ada,400,BR,2026-10-01 09:${minute}:00,2,False,6,291,[]`,
  `2,bo,Bo,0,BR,2026-10-01 09:${minute}:00,2,True,1,80,[]`,
]

const send = (files: Record<string, Buffer>, fields: Record<string, string> = {}) =>
  streamer.take(gameUpload(files, { fields }))

const countAsAnother = (id: number) =>
  server.call({
    method: 'POST',
    url: `/api/uploads/receipts/${id}/count-as-another`,
    headers: streamer.session,
  })

const isDuplicate = { duplicate: true, warnings: [] }
const isUnsure = { duplicate: true, warnings: [{ code: 'equal_games' }] }

it('two tilt levels with equal rows and other level files are two games', async () => {
  const [first, second] = ['first', 'second'].map((each) =>
    sampleGame(`tilt/legacy/05-equal-rows-an-hour-later/${each}`),
  )
  const stored = await send(first ?? {})
  const other = await send(second ?? {})
  expect(other).toMatchObject({ duplicate: false, isRanked: true })
  expect(other.gameId).not.toBe(stored.gameId)
  expect(await send(second ?? {})).toMatchObject({ gameId: other.gameId, ...isUnsure })
  const { raceData = Buffer.of() } = first ?? {}
  expect(await send({ raceData })).toMatchObject({ duplicate: true })
})

it.each([
  ['races', { raceData: RACE }],
  ['royales', { raceData: ROYALE }],
  ['tilt levels', sampleGame('tilt/legacy/04-six-columns')],
])(
  'equal %s are two games if both times are known and more than ten minutes apart',
  async (_, files) => {
    const at = (time: string) => send(files, { finishedAt: `2026-10-02T${time}:00Z` })
    const stored = await at('10:00')
    expect(stored).toMatchObject({ duplicate: false })
    expect(await at('10:10')).toMatchObject({ gameId: stored.gameId, ...isDuplicate })
    const later = await at('11:00')
    expect(later).toMatchObject({ duplicate: false })
    expect(await at('11:05')).toMatchObject({ gameId: later.gameId, ...isDuplicate })
    expect(await at('10:01')).toMatchObject({ gameId: stored.gameId, ...isDuplicate })
    expect(
      (await streamer.receipts()).receipts.map((it: { offered: number }) => it.offered),
    ).toEqual([0, 0, 0, 0, 0])
  },
)

it('without a time equal games are one, until the streamer says that they are two', async () => {
  const stored = await send({ raceData: RACE })
  server.clock.advance({ hours: 50 })
  const hits = csv('Number,Username,DisplayName,NameColorHex', '4,bo,Bo,FFFFFFFF')
  const again = await send({ raceData: RACE, checkpointData: hits })
  expect(again).toMatchObject({ gameId: stored.gameId, ...isUnsure })
  expect(await streamer.numbers()).toMatchObject({ season: [40, 1] })

  const counted = await countAsAnother(again.id)
  expect(counted.statusCode, counted.body).toBe(200)
  expect(await streamer.numbers()).toMatchObject({ season: [80, 2] })
  expect((await countAsAnother(again.id)).json()).toEqual(counted.json())
  const { receiptId } = counted.json()
  expect((await streamer.receipts()).receipts).toMatchObject([
    {
      ...{ id: receiptId, outcome: 'stored', undo: 'possible' },
      facts: { counts: { results: 2, hits: 1 } },
      offered: 0,
    },
    { outcome: 'duplicate', undo: null, offered: 0 },
    { outcome: 'stored', undo: 'possible', offered: 0 },
  ])

  await streamer.undo()
  expect(await streamer.numbers()).toMatchObject({ season: [40, 1] })
  expect((await streamer.receipts()).receipts).toMatchObject([
    { undoneAt: expect.any(String) },
    { offered: 1 },
    {},
  ])
  await countAsAnother(again.id)
  expect(await streamer.numbers()).toMatchObject({ season: [80, 2] })
})

it('a time tells equal games apart from the moment when it is known', async () => {
  const stored = await send({ raceData: ROYALE })
  const at = (time: string) => send({ raceData: ROYALE }, { finishedAt: `2026-10-02T${time}:00Z` })
  expect(await at('09:00')).toMatchObject({ gameId: stored.gameId, ...isUnsure })
  expect(await at('09:00')).toMatchObject({ gameId: stored.gameId, ...isDuplicate })
  expect(await at('11:00')).toMatchObject({ duplicate: false })
})

it('a receipt offers nothing to others, and nothing once the stored game is gone', async () => {
  await send({ raceData: RACE })
  const again = await send({ raceData: RACE })
  const other = await UploadingStreamer.create(server)
  const call = {
    method: 'POST',
    url: `/api/uploads/receipts/${again.id}/count-as-another`,
  } as const
  expect((await server.call({ ...call, headers: other.session })).statusCode).toBe(404)
  expect((await server.call(call)).statusCode).toBe(401)
  await streamer.undo()
  expect((await streamer.receipts()).receipts).toMatchObject([{ offered: 0 }, {}])
  expect((await countAsAnother(again.id)).json()).toMatchObject({ code: 'no_other_game' })
})

it('a day log has at most one game for a stored one whose time nobody gave', async () => {
  await send({ raceData: ROYALE })
  const log = csv(...LOG_ROWS(10), ...LOG_ROWS(40))
  const imported = await streamer.take(importUpload(log))
  expect(imported).toMatchObject({
    counts: { games: 2, added: 1, known: 1 },
    warnings: [{ code: 'equal_games', params: { count: 1, of: 2 } }],
  })
  expect(await streamer.numbers()).toMatchObject({ season: [800, 2] })
  expect(await streamer.take(importUpload(log))).toMatchObject({
    duplicate: true,
    warnings: [],
  })
  await countAsAnother(imported.id)
  expect(await streamer.numbers()).toMatchObject({ season: [1_200, 3] })
})

it('a dry run says that a game may be another one, and offers nothing', async () => {
  await send({ raceData: RACE })
  expect(await send({ raceData: RACE }, { dryRun: 'true' })).toMatchObject({
    id: null,
    ...isUnsure,
  })
  expect((await streamer.receipts()).receipts).toMatchObject([{ offered: 0 }])
})
