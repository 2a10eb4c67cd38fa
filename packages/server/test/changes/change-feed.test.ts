/** What another process wrote is served at once, and old values never are, even if announcements get lost. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { listSettings, saveSettings } from '../../src/domain/site/settings.ts'
import { CachedValues } from '../../src/platform/changes/cached-values.ts'
import { announce, ChangeFeed, sweepChanges } from '../../src/platform/changes/change-feed.ts'
import type { Schema } from '../../src/platform/database/schema.ts'
import { DatabaseProxy } from '../helpers/database-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts'

/** A value that was replaced this long ago is never served. */
const OLD_MS = 2_000
const RESTORED_MS = 10_000

let database: TestDatabase
let writer: ChangeFeed
let reader: ChangeFeed
let proxy: DatabaseProxy
let versions: CachedValues<{ version: string }>
let loads = 0
const writtenAt = new Map<string, number>()
let round = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const { kysely, url } = database.database
  await kysely.insertInto('settings').values({ key: 'version', value: '0' }).execute()
  proxy = new DatabaseProxy(url)
  writer = new ChangeFeed({ kysely, url }, { warn: () => {} })
  reader = new ChangeFeed({ kysely, url: await proxy.listen() }, { warn: () => {} })
  await Promise.all([writer.start(), reader.start()])
  versions = new CachedValues(reader, { maxSize: 10, measure: () => 1 })
})
afterAll(async () => {
  await Promise.all([writer.close(), reader.close()])
  proxy.stop()
  await database.drop()
})
beforeEach(() => {
  round += 1
})

async function read(): Promise<string> {
  const { version } = await versions.get({
    key: 'version',
    tags: ['settings'],
    load: async () => {
      loads += 1
      return { version: (await listSettings(database.database.kysely)).version ?? '' }
    },
  })
  return version
}

async function write(version: string): Promise<void> {
  await writer.transaction((trx) => saveSettings(trx, { version }))
  writtenAt.set(version, performance.now())
}

/** Reads until the version comes. Fails if an older one is served longer than `OLD_MS` after it was replaced. */
async function readUntil(version: string): Promise<void> {
  const replacedAt = writtenAt.get(version) ?? 0
  for (;;) {
    const askedAt = performance.now()
    if ((await read()) === version) {
      return
    }
    expect(askedAt - replacedAt).toBeLessThan(OLD_MS)
  }
}

/** Resolves once values are served from memory again. */
async function served(): Promise<void> {
  await expect
    .poll(
      async () => {
        await read()
        const before = loads
        await read()
        return loads - before
      },
      { timeout: RESTORED_MS },
    )
    .toBe(0)
}

/** Resolves once both have heard everything that was announced before. */
async function caughtUp(): Promise<void> {
  round += 1
  const last = `channel:${1_000_000 + round}` as const
  const heard = [writer, reader].map((feed) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = feed.follow((topic) => topic === last && resolve())
    return promise.finally(stop)
  })
  await writer.transaction(async (trx) => announce(trx, [last]))
  await Promise.all(heard)
}

describe('what another process wrote', () => {
  it('is served soon, from memory until it changes', async () => {
    await served()
    for (let change = 1; change <= 5; change += 1) {
      const version = `${round}.${change}`
      await write(version)
      await expect.poll(read, { interval: 10 }).toBe(version)
      const before = loads
      await Promise.all(Array.from({ length: 20 }, read))
      expect(loads).toBe(before)
    }
  })

  it('is served even if the listening connection is cut', async () => {
    await served()
    for (let cut = 1; cut <= 3; cut += 1) {
      proxy.cut()
      await write(`${round}.${cut}`)
      await readUntil(`${round}.${cut}`)
    }
    await served()
  })

  it('is served while the listening connection is frozen, and after it thaws', async () => {
    await served()
    proxy.freeze()
    await write(`${round}.1`)
    await readUntil(`${round}.1`)
    // Another version while nothing gets through, not even on new connections.
    await write(`${round}.2`)
    await readUntil(`${round}.2`)
    proxy.thaw()
    await write(`${round}.3`)
    await readUntil(`${round}.3`)
    await served()
    await write(`${round}.4`)
    await readUntil(`${round}.4`)
  })
})

it('one load runs and one waits, and a call after a change gets the new value', async () => {
  await served()
  const { kysely } = database.database
  const values = new CachedValues<{ version: string }>(writer, { maxSize: 10, measure: () => 1 })
  const gates: PromiseWithResolvers<void>[] = []
  const ask = () =>
    Promise.resolve(
      values.get({
        key: 'version',
        tags: ['settings'],
        load: async () => {
          const { version = '' } = await listSettings(kysely)
          const gate = Promise.withResolvers<void>()
          gates.push(gate)
          await gate.promise
          return { version }
        },
      }),
    ).then(({ version }) => version)
  await write('before')
  const early = [ask(), ask()]
  await expect.poll(() => gates.length).toBe(1)
  await write('after')
  const late = [ask(), ask(), ask()]
  gates[0]?.resolve()
  expect(await Promise.all(early)).toEqual(['before', 'before'])
  await expect.poll(() => gates.length).toBe(2)
  gates[1]?.resolve()
  expect(await Promise.all(late)).toEqual(['after', 'after', 'after'])
})

it('a process hears its own change once, and so does every other process', async () => {
  await caughtUp()
  const heard = { writer: [] as string[], reader: [] as string[] }
  const stop = [
    writer.follow((topic) => heard.writer.push(topic)),
    reader.follow((topic) => heard.reader.push(topic)),
  ]
  await writer.transaction(async (trx) => announce(trx, ['settings', 'channel:2']))
  expect(heard.writer).toEqual(['settings', 'channel:2'])
  // A later commit is notified later.
  await reader.transaction(async (trx) => announce(trx, ['channel:1']))
  const expected = ['settings', 'channel:2', 'channel:1']
  const soon = { timeout: RESTORED_MS }
  await expect.poll(() => heard.writer, soon).toEqual(expected)
  await expect.poll(() => heard.reader.toSorted(), soon).toEqual(expected.toSorted())
  for (const end of stop) {
    end()
  }
})

describe('the table of changes', () => {
  /** What the reader hears, from the moment of the call on. */
  async function listen() {
    await caughtUp()
    const heard: string[] = []
    onTestFinished(reader.follow((topic) => heard.push(topic)))
    return {
      heard,
      hears: (...topics: string[]) =>
        expect.poll(() => heard, { timeout: RESTORED_MS }).toEqual(topics),
    }
  }

  const store = (db: Kysely<Schema>, topics: string[]) =>
    db.insertInto('changes').values({ process: randomUUID(), topics }).execute()

  it('loses nothing while the connection is cut, so nothing that is remembered is forgotten', async () => {
    const { hears } = await listen()
    proxy.freeze()
    await writer.transaction(async (trx) => announce(trx, ['channel:1']))
    proxy.cut()
    await writer.transaction(async (trx) => announce(trx, ['channel:2']))
    proxy.thaw()
    await hears('channel:1', 'channel:2')
  })

  it('is read without a notification too', async () => {
    const { hears } = await listen()
    await store(database.database.kysely, ['channel:3'])
    await hears('channel:3')
  })

  it('gives the change of a transaction that began before others and ended after them', async () => {
    const { hears } = await listen()
    const { kysely } = database.database
    await kysely.transaction().execute(async (trx) => {
      await store(trx, ['channel:1'])
      await store(kysely, ['channel:2'])
      await hears('channel:2')
    })
    await hears('channel:2', 'channel:1')
  })

  it('takes any number of topics at once', async () => {
    const { hears } = await listen()
    const topics = Array.from({ length: 10_000 }, (_, id) => `channel:${id}` as const)
    await writer.transaction(async (trx) => announce(trx, topics))
    await hears(...topics)
  })

  it('says nothing of a transaction that failed', async () => {
    const { hears } = await listen()
    const failing = writer.transaction(async (trx) => {
      announce(trx, ['channel:1'])
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    await writer.transaction(async (trx) => announce(trx, ['channel:2']))
    await hears('channel:2')
  })

  it('keeps some minutes, and who has read nothing for longer forgets what it remembers', async () => {
    const { kysely } = database.database
    const { hears } = await listen()
    const age = () =>
      sql`update changes set written_at = now() - interval '11 minutes'`.execute(kysely)
    await age()
    await sweepChanges(kysely)
    const { count } = await kysely
      .selectFrom('changes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
    await hears()
    proxy.freeze()
    await store(kysely, ['channel:1'])
    await age()
    await sweepChanges(kysely)
    proxy.thaw()
    await hears('')
  })
})
