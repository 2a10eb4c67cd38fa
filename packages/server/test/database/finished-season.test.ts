/** A finished season is moved, detached and attached by the statements of docs/operating.md. */
import { chown, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { gameUpload, raceFiles } from '../helpers/game-files.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

const SEASON = 73
const OPERATING = new URL('../../../../docs/operating.md', import.meta.url)

let server: TestServer
let superuser: pg.Client
let storage: string
/** As documented: the tablespace, moving, detaching, attaching. */
let statements: [string, string, string, string]

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: inject('superuser') })
  await superuser.connect()
  storage = await mkdtemp(path.join(tmpdir(), 'rollcall-archive-'))
  const { rows } = await superuser.query<{ data: string }>(
    `select current_setting('data_directory') as data`,
  )
  const { uid, gid } = await stat(rows[0]?.data ?? '')
  await chown(storage, uid, gid)
  const [, section = ''] =
    /### A finished season\n([\s\S]*?)\n##/.exec(await readFile(OPERATING, 'utf8')) ?? []
  const [space = '', move = '', detach = '', attach = ''] = Array.from(
    section.matchAll(/```sql\n([\s\S]*?)```/g),
    ([, statement = '']) => statement.replace('/mnt/archive/rollcall', storage),
  )
  statements = [space, move, detach, attach]
  server = await startTestServer({ env: { SEASON: String(SEASON) } })
})
afterAll(async () => {
  await server.stop()
  await superuser.query('drop tablespace if exists archive')
  await superuser.end()
  await rm(storage, { recursive: true, force: true })
})

const run = (statement: string) => sql.raw(statement).execute(server.context.db)

async function resultsByPlace() {
  const { rows } = await sql<{ place: string; rows: number }>`
    select coalesce(spcname, 'pg_default') as place, count(*) as rows from (
      select tableoid from game_results where season = ${SEASON}
      union all select tableoid from racer_days where season = ${SEASON}
    ) as stored
    join pg_class on pg_class.oid = stored.tableoid
    left join pg_tablespace on pg_tablespace.oid = reltablespace
    group by 1`.execute(server.context.db)
  return Object.fromEntries(rows.map(({ place, rows: count }) => [place, count]))
}

/** The season's board, and the channel's own. */
async function boards() {
  const season = await server.ask({
    method: 'POST',
    url: '/api/leaderboard/',
    body: { season: SEASON, limit: 100 },
  })
  const channel = await server.ask({ url: '/api/channels/ada/board' })
  return { season, channel }
}

const differences = async () =>
  (await findDifferences(server.context.db, server.context.config)).differences

it('moves to another storage and back into its table without losing a row', async () => {
  const [space, move, detach, attach] = statements
  const ada = await server.signIn('ada')
  const finishedAt = new Date(server.clock.now().getTime() - 3 * 24 * 3_600_000)
  const upload = gameUpload(raceFiles(['bo', 'cy'], finishedAt), { headers: ada })
  expect((await server.call(upload)).statusCode).toBe(200)
  await expect.poll(resultsByPlace).toEqual({ pg_default: 4 })
  const before = await boards()

  // Several statements at once would be a transaction.
  for (const statement of space.trim().split('\n')) await superuser.query(statement)
  await run(move)
  expect(await resultsByPlace()).toEqual({ archive: 4 })
  expect(await boards()).toEqual(before)

  await run(detach)
  expect(await resultsByPlace()).toEqual({})
  expect(await boards()).toEqual(before)
  expect(await differences()).not.toEqual([])

  await run(attach)
  expect(await resultsByPlace()).toEqual({ archive: 4 })
  expect(await boards()).toEqual(before)
  expect(await differences()).toEqual([])
})
