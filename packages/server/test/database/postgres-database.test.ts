/** A database server that disconnects or stops answering. */
import { once } from 'node:events'
import net from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isConnectionFailure } from '../../src/platform/database/failures.ts'
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

describe('with a database server', () => {
  let created: TestDatabase
  let proxy: Proxy
  let database: Database
  const warnings: string[] = []

  beforeEach(async () => {
    created = await createTestDatabase()
    const url = new URL(created.database.url)
    const socketDir = url.searchParams.get('host')
    proxy = await startProxy(
      socketDir === null
        ? { port: Number(url.port), host: url.hostname }
        : { path: `${socketDir}/.s.PGSQL.${url.port}` },
    )
    url.search = ''
    url.hostname = '127.0.0.1'
    url.port = String(proxy.port)
    warnings.splice(0)
    database = await openDatabase({
      databaseUrl: url.href,
      dataDir: '',
      warn: (message) => warnings.push(message),
    })
  })
  afterEach(async () => {
    await database.close()
    await proxy.stop()
    await created.drop()
  })

  async function countSleeping(): Promise<number> {
    const { rows } = await created.database.pool.query(`
      select from pg_stat_activity
      where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`)
    return rows.length
  }

  test('a lost connection fails its query, and the next one connects again', async () => {
    const waiting = database.pool.query('select pg_sleep(5)').catch((error: unknown) => error)
    await expect.poll(countSleeping).toBe(1)
    proxy.cut()
    expect(await waiting).toBeInstanceOf(Error)
    const { rows } = await database.pool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })

  test('losing an idle connection does not end the process', async () => {
    await database.pool.query('select 1')
    proxy.cut()
    await expect.poll(() => warnings.join()).toContain('Lost a database connection')
  })

  test('a connection lost between two statements of a transaction fails only the transaction', async () => {
    const client = await database.pool.connect()
    await client.query('begin')
    proxy.cut()
    // The client holds the connection and has no query that could fail. The process must survive.
    await expect.poll(() => warnings.join()).toContain('Lost a database connection')
    const error = await client.query('commit').catch((failure: unknown) => failure)
    expect(isConnectionFailure(error)).toBe(true)
    client.release(true)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a silent server fails the request', async () => {
    proxy.freeze()
    const error = await database.pool.query('select 1').catch((failure: unknown) => failure)
    expect(error).toMatchObject({ message: 'the database server is silent', code: 'ECONNRESET' })
    proxy.thaw()
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('a runaway statement is ended by the server', async () => {
    await expect(database.pool.query('select pg_sleep(9)')).rejects.toMatchObject({ code: '57014' })
  })
})

type Proxy = Awaited<ReturnType<typeof startProxy>>

/** A proxy between the pool and the server, so that the server itself can keep running. */
async function startProxy(to: net.NetConnectOpts) {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(to)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    cut,
    freeze() {
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      for (const socket of sockets) socket.resume()
    },
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
