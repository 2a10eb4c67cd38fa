/** Backups of a running server, restored elsewhere: complete, private, and with the same data. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Header } from '../../src/ops/backup/backup-lines.ts'
import { makeBackup } from '../../src/ops/backup/make-backup.ts'
import { restoreBackup } from '../../src/ops/backup/restore-backup.ts'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { openExistingDatabase } from '../../src/platform/database/open-database.ts'
import { gameUpload, sampleGame } from '../helpers/game-files.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { makeSeason, seasonUpload } from '../helpers/season-files.ts'
import { listContents, storeInstaller } from '../helpers/stored-installers.ts'
import { everyRow } from '../helpers/stored-rows.ts'
import { createEmptyDatabase } from '../helpers/test-database.ts'
import { type Session, startTestServer, type TestServer } from '../helpers/test-server.ts'

const INSTALLER = Buffer.from(makeInstaller(500_000, 7))
const warn = () => {}

let server: TestServer
let directory: string
let headers: Session

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'rollcall-backup-'))
  server = await startTestServer()
  headers = await server.signIn('ada')
  const caster = await server.signIn('sample_caster')
  const games = ['race/v4/02-unicode-platforms-zero-point-winner', 'royale/v4/01-normal']
  for (const folder of games) {
    const { statusCode } = await server.call(gameUpload(sampleGame(folder), { headers: caster }))
    expect(statusCode).toBe(200)
  }
  await storeInstaller(server.context.db, { fileName: 'Companion-1.0.exe', content: INSTALLER })
  await lookAtEvent(caster)
})
afterAll(async () => {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
})

/** Creates an event and reads its board, so that the board is stored. */
async function lookAtEvent(caster: Session) {
  const ask = (url: string, body?: object) =>
    server.call({ method: body ? 'POST' : 'GET', url, headers: caster, ...(body && { body }) })
  const [configuration] = (await ask('/api/events/leaderboards')).json()
  const created = await ask('/api/events/createEventSingle', {
    name: 'Cup',
    startDate: '2026-08-01',
    endDate: '2026-10-31',
    participants: [],
    leaderboard: configuration.id,
  })
  const { body } = await ask(`/api/events/get-leaderboard/${created.json().id}`)
  expect(JSON.parse(body)).toMatchObject([{ source: 'games' }])
}

/** Waits until the jobs for days and badges are done: the days of these games are over. */
async function jobsAreDone() {
  for (const table of ['day_closings', 'badge_checks'] as const) {
    await expect.poll(() => server.context.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
}

const source = () => ({
  databaseUrl: server.database.database.url,
  dataDir: server.context.config.dataDir,
  warn,
  now: new Date(),
})

/** Later uploads have more points, so the stored points show which upload they came from. */
async function upload(points: number): Promise<number> {
  const racers = [
    { name: 'one', racePoints: points },
    { name: 'two', racePoints: points },
  ]
  const files = makeSeason({ channel: 'ada', racers })
  return (await server.call(seasonUpload(files, { headers }))).statusCode
}

/** Restores into an empty place, checks the result and returns all rows. */
async function restored(file: string, databaseUrl?: string) {
  const dataDir = await mkdtemp(path.join(directory, 'restored-'))
  const told = await restoreBackup({ databaseUrl, dataDir, warn }, file, null)
  const database = await openExistingDatabase({ databaseUrl, dataDir, warn })
  try {
    const { differences } = await findDifferences(database.kysely, { dataDir })
    expect(differences).toEqual([])
    return { told, dataDir, rows: await everyRow(database.kysely) }
  } finally {
    await database.close()
  }
}

describe('a backup', () => {
  it('made during uploads is complete, and has everything acknowledged before it', async () => {
    expect(await upload(1)).toBe(200)
    let isUploading = true
    let points = 2
    const uploads = (async () => {
      while (isUploading) {
        expect(await upload(points)).toBe(200)
        points += 1
      }
    })()
    const before = points
    const file = path.join(directory, 'under-load')
    try {
      expect(await makeBackup(source(), file)).toBe((await stat(file)).size)
    } finally {
      isUploading = false
      await uploads
    }
    const { rows } = await restored(file)
    const [standing = ''] = rows.channel_seasons?.filter((row) => row.includes('"snapshot"')) ?? []
    const stored = JSON.parse(standing).points / 2
    expect(stored).toBeGreaterThanOrEqual(before - 1)
    expect(stored).toBeLessThan(points)
    expect(points).toBeGreaterThan(2)
  })

  it('has the same rows once restored, installers among them', async () => {
    const file = path.join(directory, 'quiet')
    await jobsAreDone()
    await makeBackup(source(), file)
    const { rows, told, dataDir } = await restored(file)
    const expected = await everyRow(server.context.db)
    expect(expected.event_board_rows).not.toEqual([])
    expect(expected.badge_progress).not.toEqual([])
    const madeAgain = { changes: [], event_boards: [], event_board_rows: [], badge_progress: [] }
    expect(rows).toEqual({ ...expected, ...madeAgain })
    expect(told).toMatchObject({ installers: 1 })
    expect(rows.installer_chunks).toHaveLength(1)
    expect(await readdir(dataDir)).toEqual(['database', 'database.log', 'libraries'])
    // New ids continue after the restored ones.
    const database = await openExistingDatabase({ databaseUrl: undefined, dataDir, warn })
    const next = await database.kysely
      .insertInto('channels')
      .values({ platform: 'twitch', name: 'New', login: 'new', user_id: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.close()
    const { last } = await server.context.db
      .selectFrom('channels')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    expect(next.id).toBeGreaterThan(last)
  })

  it('is readable by its owner only, has no session secret in it, and replaces no file', async () => {
    const file = path.join(directory, 'private')
    await makeBackup(source(), file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const secret = await readFile(path.join(source().dataDir, 'session-secret'), 'utf8')
    expect(gunzipSync(await readFile(file)).includes(secret)).toBe(false)
    await expect(makeBackup(source(), file)).rejects.toThrow(/already exists/)
    const left = (await readdir(directory)).filter((name) => name.includes('unfinished'))
    expect(left).toEqual([])
  })

  it('is restored only into an empty place', async () => {
    const file = path.join(directory, 'quiet')
    const dataDir = await mkdtemp(path.join(directory, 'full-'))
    await writeFile(path.join(dataDir, 'holiday.txt'), 'not yours')
    await expect(
      restoreBackup({ databaseUrl: undefined, dataDir, warn }, file, null),
    ).rejects.toThrow(/is not empty: it holds holiday.txt. Nothing was changed/)
    expect(await readdir(dataDir)).toEqual(['holiday.txt'])
    const running = { ...source(), databaseUrl: undefined }
    await expect(restoreBackup(running, file, null)).rejects.toThrow(/not empty|in use/)
  })

  const damages: [string, (whole: Buffer) => Buffer][] = [
    ['cut off', (whole) => whole.subarray(0, whole.length - 100)],
    ['changed', (whole) => Buffer.from(whole).fill(0, whole.length - 8, whole.length - 4)],
    ['without its end', (whole) => without(whole, (line) => line.startsWith('{"end"'))],
    ['without a table', (whole) => without(whole, (line) => line.startsWith('{"table":"games"'))],
    ['something else', () => gzipSync('{"hello":1}\n')],
    ['not an archive', () => Buffer.from('hello')],
  ]
  it.each(damages)('that is %s is refused and leaves nothing behind', async (_what, damage) => {
    const file = path.join(directory, 'damaged')
    await writeFile(file, damage(await readFile(path.join(directory, 'quiet'))))
    const dataDir = path.join(directory, 'nothing')
    await mkdir(dataDir, { recursive: true })
    await expect(
      restoreBackup({ databaseUrl: undefined, dataDir, warn }, file, null),
    ).rejects.toThrow(/backup/)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('from before installers were rows is restored with its installers', async () => {
    const name = fileURLToPath(
      new URL('../database/older/0023-leaving-and-pressing.backup', import.meta.url),
    )
    const lines = gunzipSync(await readFile(name))
      .toString()
      .trim()
      .split('\n')
    const header: Header = JSON.parse(lines[0] ?? '')
    const end = JSON.parse(lines.at(-1) ?? '').end
    const sha256 = createHash('sha256').update(INSTALLER).digest('hex')
    const values: Record<string, string> = {
      ...{ id: '1', file_name: 'Companion-0.9.exe', version: '0.9', sha256, product: 'public' },
      ...{ size_bytes: String(INSTALLER.length), uploaded_by: '1', uploaded_at: '2026-01-01' },
    }
    const columns = header.tables.find((table) => table.name === 'installers')?.columns ?? []
    const pieces = [INSTALLER.subarray(0, 300_000), INSTALLER.subarray(300_000)]
    const file = path.join(directory, 'older')
    await writeFile(
      file,
      gzipSync(
        [
          lines[0],
          ...pieces.map((piece) =>
            JSON.stringify({ file: `${sha256}.exe`, base64: piece.toString('base64') }),
          ),
          ...lines.slice(1, -1),
          JSON.stringify({ table: 'installers', rows: [columns.map((it) => values[it.name])] }),
          JSON.stringify({
            end: { rows: end.rows + 1, files: 1, bytes: INSTALLER.length },
          }),
          '',
        ].join('\n'),
      ),
    )
    const { url, drop } = await createEmptyDatabase()
    try {
      const { told } = await restored(file, url)
      expect(told).toMatchObject({ installers: 1 })
      const database = await openExistingDatabase({ databaseUrl: url, dataDir: '', warn })
      expect(await listContents(database.kysely)).toEqual([{ sha256, bytes: INSTALLER.length }])
      await database.close()
    } finally {
      await drop()
    }
  })

  it('is restored into an empty PostgreSQL database, but not into a full one', async () => {
    const { url, drop } = await createEmptyDatabase()
    try {
      const file = path.join(directory, 'quiet')
      const { rows } = await restored(file, url)
      expect(rows.racer_totals).toEqual((await everyRow(server.context.db)).racer_totals)
      const dataDir = await mkdtemp(path.join(directory, 'again-'))
      const again = restoreBackup({ databaseUrl: url, dataDir, warn }, file, null)
      await expect(again).rejects.toThrow(/The database is not empty: it has the table/)
    } finally {
      await drop()
    }
  })
})

function without(whole: Buffer, isGone: (line: string) => boolean): Buffer {
  const lines = gunzipSync(whole).toString().split('\n')
  return gzipSync(lines.filter((line) => !isGone(line)).join('\n'))
}
