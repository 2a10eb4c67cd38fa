/** Installers that an earlier version stored as files are moved into the database at start. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findDifferences } from '../../src/ops/verify/find-differences.ts'
import { prepareServer } from '../../src/start.ts'
import { makeInstaller } from '../helpers/sample-installer.ts'
import { listContents } from '../helpers/stored-installers.ts'
import { startTestServer } from '../helpers/test-server.ts'

const CONTENT = Buffer.from(makeInstaller(1_500_000, 3))
const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

it('each start moves in what is missing, says so, and leaves what it cannot move', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  await server.signIn('boss')
  const { db, config } = server.context
  const dir = path.join(config.dataDir, 'releases')
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const stored = (file_name: string, content: Buffer) => ({
    ...{ file_name, version: '1', sha256: sha256Of(content), size_bytes: content.length },
    ...{ uploaded_by: id, uploaded_at: new Date() },
  })
  const lost = Buffer.from(makeInstaller(2_000, 4))
  const damaged = Buffer.from(makeInstaller(2_000, 5))
  await db
    .insertInto('installers')
    .values([
      stored('Here-1.exe', CONTENT),
      stored('Here-again-1.exe', CONTENT),
      stored('Lost-1.exe', lost),
      stored('Damaged-1.exe', damaged),
    ])
    .execute()
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, `${sha256Of(CONTENT)}.exe`), CONTENT)
  await writeFile(path.join(dir, `${sha256Of(damaged)}.exe`), 'something else')
  // What an interrupted start has left behind.
  await db
    .insertInto('installer_contents')
    .values({ due_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const isStillAFile = /The installer Here-1.exe is still a file in .*releases: the next start/
  const before = await findDifferences(db, config)
  expect(before.differences).toContainEqual(expect.stringMatching(isStillAFile))

  const start = async () => {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const { database } = server.database
    const started = await prepareServer({ config, database, warn: say, say })
    await started.app.close()
    await started.context.changes.close()
    return said
  }
  const said = await start()
  expect(said).toContain('Bringing the database up to date: installer Here-1.exe, 2 MiB …')
  expect(said).toContainEqual(expect.stringMatching(/The installer Damaged-1.exe is damaged/))
  expect(said).toContainEqual(
    expect.stringMatching(/The installer Lost-1.exe cannot be downloaded/),
  )
  expect(await listContents(db)).toContainEqual({
    sha256: sha256Of(CONTENT),
    bytes: CONTENT.length,
  })
  expect(await readdir(dir)).toHaveLength(2)
  await rm(path.join(dir, `${sha256Of(CONTENT)}.exe`))
  for (const name of ['Here-1.exe', 'Here-again-1.exe']) {
    const response = await fetch(`${server.origin}/download/${name}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(CONTENT), name).toBe(true)
  }
  expect((await start()).filter((line) => line.includes('Here-'))).toEqual([])
  const { differences } = await findDifferences(db, config)
  expect(differences).toEqual([
    expect.stringMatching(/The installer Lost-1.exe is not in the database/),
    expect.stringMatching(/The installer Damaged-1.exe is still a file/),
  ])
})
