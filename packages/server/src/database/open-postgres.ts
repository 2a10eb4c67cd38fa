import net from 'node:net'
import pg from 'pg'
import { lostConnection, surviveLosses } from './lost-connection.ts'
import { prepareMarked } from './prepared-statements.ts'
import { typeParsers } from './type-parsers.ts'

// Waiting for a connection and one statement together stay below ten seconds.
const connectMs = 3_000
const statementMs = 6_000
const silenceMs = 6_500
const idleMs = 5_000

/**
 * A pool on a real PostgreSQL server. Warns when the server does not write commits through to the
 * disk. A statement is ended by the server after six seconds; if the server itself falls silent,
 * its connection is dropped, so that waiting queries fail and the pool connects anew.
 */
export async function openPostgres(
  databaseUrl: string,
  warn: (message: string) => void,
): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    stream: watchedSocket,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // Idle connections go before they count as silent.
    idleTimeoutMillis: idleMs,
    options: '-c TimeZone=UTC',
    types: typeParsers(),
  })
  prepareMarked(pool)
  surviveLosses(pool, (error) => warn(`Lost a database connection: ${error.message}`))
  try {
    await warnIfNotDurable(pool, warn)
  } catch (error) {
    await pool.end()
    throw new Error(`The database at DATABASE_URL cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
  return pool
}

/** A pool for a command that reads or writes everything: none of its statements is hurried. */
export function openPatientPostgres(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    options: '-c TimeZone=UTC',
    types: typeParsers(),
  })
  surviveLosses(pool, () => {})
  return pool
}

/** pg's own query_timeout leaves the connection in use, with a transaction perhaps still open. */
function watchedSocket(): net.Socket {
  const socket = new net.Socket()
  socket.setTimeout(silenceMs, () =>
    socket.destroy(lostConnection('the database server is silent')),
  )
  return socket
}

async function warnIfNotDurable(pool: pg.Pool, warn: (message: string) => void): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`,
  )
  for (const { name } of rows) {
    warn(`PostgreSQL runs with ${name} off: a power cut may lose or damage data. Turn it on.`)
  }
}
