/** Calls everything that the contract has, and every page, and looks for names in the answers. */
import { gunzipSync } from 'node:zlib'
import { allEndpoints } from '@rollcall/contract/all-endpoints'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { callOf, routeOf } from '../helpers/endpoint-cases.ts'
import type { World } from '../helpers/owners-world.ts'
import type { Session, TestServer } from '../helpers/test-server.ts'

/** Calls that read, although they are no GET. */
const READING = new Set(['POST /api/leaderboard/', 'POST /api/app/get-active-events/:channel'])
/** A stream never ends; frames have a test of their own. */
const STREAMS = new Set(['GET /api/live'])

export interface Walk {
  server: TestServer
  world: World
  /** By what the walk calls them; somebody without a session is called 'nobody'. */
  callers: Readonly<Record<string, Session>>
  /** People whose calls may write, because the world is not theirs. */
  strangers: readonly string[]
  /** Addresses of pages, pictures and calls that ask for the name itself. */
  addresses: readonly string[]
}

/** Which answers contain one of the words, in any letter case. */
export async function findTraces(walk: Walk, words: readonly string[]): Promise<string[]> {
  const { server, world, callers, strangers, addresses } = walk
  const traces: string[] = []
  const ask = async (who: string, what: string, options: InjectOptions) => {
    const { body, statusCode } = await server.call(options)
    const found = words.filter((word) => body.toLowerCase().includes(word.toLowerCase()))
    traces.push(...found.map((word) => `${who}, ${what}: ${statusCode} with ${word}`))
  }
  const walkAs = async ([who, headers]: [string, Partial<Session>]) => {
    const mayWrite = strangers.includes(who)
    const routes = allEndpoints.filter((endpoint) => {
      const route = routeOf(endpoint)
      const isRead = endpoint.method === 'GET' || READING.has(route)
      return !STREAMS.has(route) && !route.endsWith('/logout') && (isRead || mayWrite)
    })
    const calls = [
      ...routes.map((endpoint) => ({
        what: routeOf(endpoint),
        options: callOf(endpoint, world, { headers }),
      })),
      ...addresses.map((url) => ({ what: url, options: { method: 'GET', url, headers } as const })),
    ]
    for (const { what, options } of calls) {
      await ask(who, what, options)
    }
  }
  // Everybody at once, so that the server works while its database does.
  await Promise.all(Object.entries<Partial<Session>>({ nobody: {}, ...callers }).map(walkAs))
  return traces
}

/** The columns, of all tables and in unpacked files, with one of the words, in any letter case. */
export async function findInDatabase(
  { context: { db } }: TestServer,
  words: readonly string[],
): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column
    from pg_attribute join pg_class as tables on tables.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0
      and not attisdropped`.execute(db)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql<{ text: string | null }>`
      select ${sql.ref(column)}::text as text from ${sql.table(table)}`.execute(db)
    const read = column.endsWith('_gzip') ? unpacked : (text: string) => text
    const texts = rows.map(({ text }) => read(text ?? '').toLowerCase())
    const known = words.filter((word) => texts.some((text) => text.includes(word.toLowerCase())))
    found.push(...known.map((word) => `${table}.${column}: ${word}`))
  }
  return found
}

const unpacked = (hex: string) =>
  gunzipSync(Buffer.from(hex.replace(/^\\x/, ''), 'hex')).toString('utf8')
