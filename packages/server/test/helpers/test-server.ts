/** A complete server with a database of its own, called through its HTTP API. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { readConfig } from '../../src/config.ts'
import { signPracticeToken } from '../../src/domain/people/sign-in/practice-platform.ts'
import type { AppContext } from '../../src/edge/app-context.ts'
import { NO_RATE_LIMITS } from '../../src/limits.ts'
import { prepareServer } from '../../src/start.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The header that identifies the caller. */
export type Session = { authorization: string }

export interface TestServer {
  app: FastifyInstance
  context: AppContext
  /** The origin it listens at, for tests that `inject` cannot do. */
  origin: string
  /** All log lines and warnings of the server. */
  logged: string[]
  clock: TestClock
  database: TestDatabase
  /** Signs in through the practice platform and returns the session's header. */
  signIn(name: string): Promise<Session>
  /** The same with a token of the platform this server uses. */
  signInWith(platformToken: string): Promise<Session>
  call(options: InjectOptions): Promise<LightMyRequestResponse>
  /** Returns the data of an answer. Fails if the status is not 200. */
  ask(options: InjectOptions): ReturnType<typeof ask>
  announceStop(): void
  stop(): Promise<void>
}

/** A clock that moves only when a test moves it. */
class TestClock {
  #now: Date
  constructor(now: Date) {
    this.#now = now
  }
  readonly now = (): Date => new Date(this.#now)
  advance({ minutes = 0, hours = 0, days = 0 }): void {
    this.#now = new Date(this.#now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000)
  }
}

/** @param logged what the server has logged, which says why it failed */
async function ask(app: FastifyInstance, logged: readonly string[], options: InjectOptions) {
  const response = await app.inject(options)
  if (response.statusCode !== 200) {
    const reason = logged.findLast((line) => line.includes('"level":50')) ?? ''
    throw new Error(`${options.url} was answered ${response.statusCode}: ${response.body}${reason}`)
  }
  return response.json()
}

export async function startTestServer({
  env = {},
  startsAt = new Date(),
  beside,
  database: givenDatabase,
  platformTimeoutMs = 60_000,
  validationWaitMs = 60_000,
  makeWebDir,
}: {
  env?: Record<string, string>
  startsAt?: Date
  /** A server that shares its database, clock and secret with the new one. It must be stopped last. */
  beside?: TestServer
  /** An existing database. Stopping the server drops it. */
  database?: TestDatabase
  /** Both as long as on a busy machine, where the stand-in of a platform may be slow. */
  platformTimeoutMs?: number
  validationWaitMs?: number
  /** Writes the pages to serve into the test's directory and returns where. */
  makeWebDir?: (dir: string) => Promise<string>
} = {}): Promise<TestServer> {
  const testDatabase = beside?.database ?? givenDatabase ?? (await createTestDatabase())
  const { database, dataDir, drop } = testDatabase
  const clock = beside?.clock ?? new TestClock(startsAt)
  const logged: string[] = []
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...NO_RATE_LIMITS, ...env })
  const server = await prepareServer({
    config,
    database,
    now: clock.now,
    platformTimeoutMs,
    validationWaitMs,
    webDir: await makeWebDir?.(dataDir),
    warn: (message) => logged.push(message),
    logger: { level: 'info', stream: { write: (line) => void logged.push(line) } },
  })
  const { app, context, announceStop } = server
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const signInWith = async (platformToken: string) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/twitch',
      headers: { authorization: `Bearer ${platformToken}` },
    })
    if (response.statusCode !== 200) {
      throw new Error(`nobody could sign in: ${response.body}`)
    }
    return { authorization: `Bearer ${response.json().token}` }
  }
  return {
    app,
    context,
    origin,
    logged,
    clock,
    database: testDatabase,
    signIn: async (name) => signInWith(await signPracticeToken(context.keys.signing, name)),
    signInWith,
    call: (options) => app.inject(options),
    ask: (options) => ask(app, logged, options),
    announceStop,
    async stop() {
      await app.close()
      // Otherwise it would go on trying to connect to a database that is dropped.
      await context.changes.close()
      if (beside === undefined) {
        await drop()
      }
    },
  }
}

/** The ids of all users who have signed in, by login. */
export async function userIds({ context: { db } }: TestServer): Promise<Record<string, number>> {
  const users = await db.selectFrom('users').select(['login', 'id']).execute()
  return Object.fromEntries(users.map(({ login, id }) => [login, id]))
}
