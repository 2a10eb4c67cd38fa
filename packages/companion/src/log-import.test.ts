import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LogImport } from './log-import.ts'
import { type FakeSite, refusal, reply, startFakeSite } from './testing/fake-site.ts'

const IMPORT = '/api/companion/import'
/** What every version of the site has in a receipt. */
const receipt = (season: number, known = 0) => ({
  channel: 'ada',
  counts: { games: 20, added: 20 - known, known, differing: 0 },
  seasons: [{ season, added: 20 - known, counted: 15, points: 100 }],
})

let folder: string
let site: FakeSite
let key: string
let logs: LogImport

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rollcall-logs-'))
  for (const name of ['allraces_1.csv', 'allraces_2.csv', 'allraces_3.csv', 'maps_1.csv']) {
    await writeFile(path.join(folder, name), name)
  }
  site = await startFakeSite()
  key = 'rck_one'
  logs = new LogImport({
    connection: () => ({ site: site.origin, key }),
    log: () => {},
    onChange: () => {},
  })
})
afterEach(async () => {
  logs.clear()
  await site.close()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

const eventually = (phase: string) =>
  vi.waitFor(() => expect(logs.state.phase).toBe(phase), { timeout: 60_000 })

it('previews all logs in a folder, adds up their counts, and imports them in order', async () => {
  const sent: string[] = []
  site.others.set(IMPORT, (response, body) => {
    sent.push(`${/allraces_\d/.exec(body)}${body.includes('dryRun') ? ' dry' : ''}`)
    const answer = {
      // The connection breaks briefly.
      1: () => reply(400, refusal('The upload was interrupted.', 'body_cut_off')),
      2: () => reply(422, refusal('dayLog, line 3: It is cut.')),
    }[sent.length]
    ;(answer ?? (() => reply(200, receipt(body.includes('_3') ? 75 : 74, 5))))()(response)
  })
  await logs.preview(folder)
  await eventually('previewed')
  expect(logs.state).toMatchObject({
    ...{ done: 3, total: 3, channel: 'ada', problem: null },
    counts: { games: 40, added: 30, known: 10 },
    seasons: [
      { season: 74, added: 15, counted: 15, points: 100 },
      { season: 75, added: 15, counted: 15, points: 100 },
    ],
    refused: [{ file: 'allraces_1.csv', sentence: 'dayLog, line 3: It is cut.' }],
  })
  expect(sent.every((each) => each.endsWith(' dry'))).toBe(true)
  sent.splice(3)
  logs.import()
  await eventually('imported')
  expect(sent.slice(3)).toEqual(['allraces_1', 'allraces_2', 'allraces_3'])
})

it('skips unreadable and duplicate logs, and shows what it stored before it ended', async () => {
  await mkdir(path.join(folder, 'allraces_0.csv'))
  await writeFile(path.join(folder, 'allraces_1 (1).csv'), 'copy')
  await writeFile(path.join(folder, 'allraces_9 (1).csv'), 'allraces_9')
  site.others.set(IMPORT, (response, body) => {
    const hasEnded = !body.includes('dryRun') && body.includes('allraces_3')
    const answer = hasEnded
      ? reply(401, refusal('This key has ended.', 'not_authorised'))
      : reply(200, receipt(75))
    answer(response)
  })
  await logs.preview(folder)
  await eventually('previewed')
  const refused = [
    { file: 'allraces_1 (1).csv', sentence: expect.stringContaining('copy of "allraces_1.csv"') },
    { file: 'allraces_0.csv', sentence: expect.stringContaining('cannot be read') },
  ]
  expect(logs.state).toMatchObject({ done: 5, counts: { added: 80 }, refused })
  logs.import()
  await eventually('imported')
  expect(logs.state).toMatchObject({
    ...{ done: 3, total: 3, counts: { added: 40 }, refused },
    problem: 'This key has ended.',
  })
})

it('stores nothing for another channel, or after the key has ended', async () => {
  site.others.set(IMPORT, reply(200, receipt(75)))
  await logs.preview(folder)
  await eventually('previewed')
  key = 'rck_other'
  logs.import()
  expect(logs.state).toMatchObject({ phase: 'none', problem: expect.stringContaining('channel') })
  site.others.set(IMPORT, reply(401, refusal('This key has ended.', 'not_authorised')))
  await logs.preview(folder)
  await eventually('none')
  expect(logs.state.problem).toBe('This key has ended.')
})

it('says what is wrong with a folder', async () => {
  await rm(path.join(folder, 'allraces_1.csv'))
  await expect(logs.preview(path.join(folder, 'none'))).rejects.toThrow(
    'There is no such folder. Check its path.',
  )
  for (const number of [2, 3]) {
    await rm(path.join(folder, `allraces_${number}.csv`))
  }
  await expect(logs.preview(folder)).rejects.toThrow('no day log in this folder')
})
