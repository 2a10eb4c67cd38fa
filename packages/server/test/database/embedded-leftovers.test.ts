/** What an earlier or another server left behind: its processes, its pid file, a copy of its directory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { stopLeftover } from '@rollcall/embedded-postgres/leftover-postgres'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listRunningOn, postmasterOf, watchersOf } from '../helpers/database-processes.ts'
import { asSuperuser, useEmbeddedDatabases } from '../helpers/embedded-databases.ts'

describe.skipIf(process.env.TEST_DATABASE_URL)('what a server leaves behind', () => {
  const { parent, dataDir, warnings, open, copied, expectAllAcknowledged, start } =
    useEmbeddedDatabases()

  test('a database that outlives its server is stopped, and keeps its rows', async () => {
    const server = start('insert')
    await server.rows(5)
    const postmaster = await postmasterOf(dataDir)
    // Without its watcher, nothing stops the database.
    for (const pid of watchersOf(postmaster)) {
      process.kill(pid, 'SIGKILL')
    }
    server.child.kill('SIGKILL')
    await server.exit
    expect(listRunningOn(dataDir)).not.toEqual([])
    await expectAllAcknowledged(server.lines)
    expect(listRunningOn(dataDir)).toEqual([])
  })

  test('a copy of a running database’s directory opens, and the original keeps running', async () => {
    const original = await open(dataDir)
    await original.pool.query('create table shared as select 1 as id')
    await asSuperuser(dataDir, 'checkpoint')
    const copy = await open(await copied())
    for (const database of [original, copy]) {
      expect((await database.pool.query('select id from shared')).rows).toEqual([{ id: 1 }])
    }
    expect(warnings.join()).toContain(`was copied from ${dataDir}/database while`)
  })

  describe('on a system that does not show the directory of a process', () => {
    const { platform } = process
    const pretend = (value: string) => Object.defineProperty(process, 'platform', { value })
    afterEach(() => pretend(platform))

    test('a database that outlives its server is asked for its directory, and stopped', async () => {
      const server = start('insert')
      await server.rows(5)
      for (const pid of watchersOf(await postmasterOf(dataDir))) {
        process.kill(pid, 'SIGKILL')
      }
      server.child.kill('SIGKILL')
      await server.exit
      pretend('freebsd')
      await stopLeftover(path.join(dataDir, 'database'), (message) => warnings.push(message))
      pretend(platform)
      expect([listRunningOn(dataDir), warnings]).toEqual([[], []])
    })

    test('a process that does not answer is left alone, and the start fails with the reason', async () => {
      const mute = path.join(parent, 'mute')
      await mkdir(mute)
      const program = path.join(mute, 'postgres')
      await symlink('/bin/sleep', program)
      const { child, end } = startSleep(program)
      await writeFile(path.join(mute, 'postmaster.pid'), `${child}\n${mute}\n1\n5432\n${mute}\n\n`)
      pretend('freebsd')
      await expect(stopLeftover(mute, (message) => warnings.push(message))).rejects.toThrow(
        /^Process \d+ may be an earlier database on .* Nothing was changed\./,
      )
      pretend(platform)
      expect(process.kill(child, 0)).toBe(true)
      end()
    })
  })

  test('another database with the process id of a former one keeps running', async () => {
    const directory = await copied()
    const other = await open(dataDir)
    await other.pool.query('create table kept as select 1 as id')
    const line = `${await postmasterOf(dataDir)}\n${directory}/database\n1\n5432\n\n\n`
    await writeFile(path.join(directory, 'database', 'postmaster.pid'), line)
    const reused = await open(directory)
    for (const database of [reused, other]) {
      expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
    expect((await other.pool.query('select id from kept')).rows).toEqual([{ id: 1 }])
    expect(warnings).toEqual([
      expect.stringMatching(/^Process \d+ is another database's and was left alone/),
    ])
  })

  test.each(['a zombie', 'another program'])(
    'a pid file that names %s does not prevent a start',
    async (what) => {
      const { child, end } = what === 'a zombie' ? await startZombie() : startSleep()
      const line = `${child}\n${path.join(dataDir, 'database')}\n1\n5432\n\n\n`
      await writeFile(path.join(dataDir, 'database', 'postmaster.pid'), line)
      await (await open(dataDir)).close()
      end()
    },
  )

  test('a database that ends just before it is stopped does not prevent a start', async () => {
    const program = path.join(parent, 'postgres')
    await symlink('/bin/sleep', program)
    const { child, end } = startSleep(program, path.join(dataDir, 'database'))
    const line = `${child}\n${path.join(dataDir, 'database')}\n1\n5432\n\n\n`
    await writeFile(path.join(dataDir, 'database', 'postmaster.pid'), line)
    const stopping = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
    })
    await (await open(dataDir)).close()
    expect(stopping).toHaveBeenCalledExactlyOnceWith(child, 'SIGINT')
    stopping.mockRestore()
    end()
  })

  test('a start that is killed while creating the database does not prevent the next', async () => {
    const fresh = path.join(parent, 'killed')
    const first = start('hold', fresh)
    await expect
      .poll(async () => (await readdir(fresh).catch(() => [])).join(), {
        interval: 5,
      })
      .toContain('database.new-')
    first.child.kill('SIGKILL')
    await first.exit
    await expect.poll(() => listRunningOn(fresh)).toEqual([])
    await (await open(fresh)).close()
    expect((await readdir(fresh)).toSorted()).toEqual(['database', 'database.log', 'libraries'])
  })
})

function startSleep(program = 'sleep', cwd = '.') {
  const child = spawn(program, ['60'], { cwd })
  return { child: child.pid ?? 0, end: () => void child.kill() }
}

/** Starts a child process that ends and whose parent never waits for it. */
async function startZombie() {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'])
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string]
  return { child: Number(line), end: () => void parent.kill() }
}
