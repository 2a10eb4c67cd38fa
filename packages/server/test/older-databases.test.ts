/** Databases that older versions filled: after an update they answer as they did, and what comes goes on from there. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { racerName } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { noteDaysOfSeasons } from '../src/features/standings/day-closings.ts'
import { findDifferences } from '../src/verify/find-differences.ts'
import { FakeTwitch } from './fake-twitch.ts'
import { restoreTestDatabase } from './test-database.ts'
import { type Session, startTestServer, type TestServer } from './test-server.ts'

/** older/README.md */
interface Recording {
  startsAt: string
  /** By their ids at the platform. */
  people: Record<string, Name>
  steps: (Call | Name | { minutes: number })[]
}
interface Name {
  /** In a step, who signs in under a new name. */
  signIn: string
  login: string
  displayName: string
}
interface Call {
  /** null: nobody has signed in. */
  who: string | null
  method: 'GET' | 'POST' | 'PUT'
  url: string
  payload?: string | object
  contentType?: string
  status: number
  /** Without the request's id. */
  answer: unknown
}

it.each(['0020-held-back-games', '0023-leaving-and-pressing'])(
  'a database with the migrations up to %s answers as it did',
  async (migration) => {
    const { startsAt, people, steps } = await readRecording(migration)
    const twitch = await FakeTwitch.start()
    const server = await startTestServer({
      env: { ...twitch.env, ADMIN_LOGINS: 'boss', UPLOAD_PAIRING: 'key' },
      startsAt: new Date(startsAt),
      database: await restoreTestDatabase(fileURLToPath(fileOf(`${migration}.backup`))),
    })
    onTestFinished(async () => {
      await server.stop()
      await twitch.stop()
    })
    const sessions: Record<string, Session> = {}
    const signIn = async (id: string, { login, displayName }: Name) => {
      sessions[id] = await server.signInWith(twitch.issue(login, { id, displayName }))
    }
    for (const [id, name] of Object.entries(people)) await signIn(id, name)
    await expectNoDifferences(server)
    const loginsIn = await replacerOfNames(server)

    for (const step of steps) {
      if ('minutes' in step) {
        server.clock.advance(step)
      } else if ('signIn' in step) {
        await signIn(step.signIn, step)
      } else {
        const { who, method, url, status, answer } = step
        const found = await call(server, step, who === null ? undefined : sessions[who])
        const asked = `${who} ${method} ${url}`
        if (typeof answer === 'string') {
          expect([found.status, loginsIn(found.answer)], asked).toEqual([status, loginsIn(answer)])
        } else {
          const shown = withoutNames(found.answer, answer)
          expect([found.status, rowsById(shown)], asked).toEqual([status, rowsById(answer)])
        }
      }
    }
    await expectNoDifferences(server)
    await writeAllDaysAgain(server)
    await expectNoDifferences(server)
  },
)

const fileOf = (name: string) => new URL(`./older/${name}`, import.meta.url)

async function readRecording(migration: string): Promise<Recording> {
  const file = await readFile(fileOf(`${migration}.answers.json.gz`))
  return JSON.parse(gunzipSync(file).toString())
}

async function call(
  server: TestServer,
  { method, url, payload, contentType }: Call,
  session?: Session,
) {
  const response = await server.call({
    method,
    url,
    headers: { ...session, ...(contentType && { 'content-type': contentType }) },
    ...(payload !== undefined && { payload }),
  })
  const isJson = String(response.headers['content-type']).includes('json')
  const answer = isJson ? response.json() : response.body
  if (isJson) delete answer?.requestId
  return { status: response.statusCode, answer }
}

const ADDED = new Set([
  ...['display_name', 'merged_name', 'color'],
  ...['key', 'seasons', 'parts', 'number', 'seasonNumber', 'season'],
  ...['kind', 'outcome', 'code', 'unused', 'event', 'map', 'isCompleted', 'facts', 'params'],
])

/** Without what has been added to the recorded answers since. */
function withoutNames(found: unknown, recorded: unknown): unknown {
  if (Array.isArray(found) && Array.isArray(recorded)) {
    return found.map((item, index) => withoutNames(item, recorded[index]))
  }
  if (!isObject(found) || !isObject(recorded)) return found
  return Object.fromEntries(
    Object.entries(found)
      .filter(([key]) => !ADDED.has(key) || key in recorded)
      .map(([key, value]) => [key, withoutNames(value, recorded[key])]),
  )
}

/** The rows of an event's boards have no particular order. */
function rowsById(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer
  return answer.map((board) =>
    isObject(board) && Array.isArray(board.leaderboard)
      ? { ...board, leaderboard: board.leaderboard.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
      : board,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lines for the chat may call a racer by any of their names. */
async function replacerOfNames({ context: { db } }: TestServer): Promise<(line: string) => string> {
  const { rows } = await sql<{ name: string; platform: string; login: string }>`
    select display_name as name, platform, login from racers where display_name is not null
    union select channel_racers.display_name, platform, login
      from channel_racers join racers on racers.id = racer_id
      where channel_racers.display_name is not null
    union select coalesce(display_name, username), platform, login from users
    order by name`.execute(db)
  const names = rows.flatMap(({ name, ...racer }) => {
    const called = racerName(racer)
    // With the platform where `racer_name` has it, and without as it was before.
    return [name + called.slice(racer.login.length), name].map((shown) => ({ shown, called }))
  })
  const longestFirst = names.toSorted((a, b) => b.shown.length - a.shown.length)
  return (line) =>
    longestFirst.reduce((text, { shown, called }) => text.replaceAll(shown, called), line)
}

/** Also those that the migration has written. */
async function writeAllDaysAgain({ context: { db }, clock }: TestServer): Promise<void> {
  const standings = await db
    .selectFrom('channel_seasons')
    .select(['channel_id', 'season'])
    .execute()
  for (const { channel_id: channelId, season } of standings) {
    await noteDaysOfSeasons(db, { channelId, seasons: [season] })
  }
  clock.advance({ days: 3 })
  await expect.poll(() => db.selectFrom('day_closings').selectAll().execute()).toEqual([])
}

async function expectNoDifferences({ context: { db, config } }: TestServer): Promise<void> {
  expect((await findDifferences(db, config)).differences).toEqual([])
}
