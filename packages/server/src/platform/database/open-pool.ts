import net from 'node:net'
import pg from 'pg'
import { SharedPool } from './shared-pool.ts'
import { typeParsers } from './type-parsers.ts'

// Waiting for a connection and running one statement together take less than ten seconds.
const CONNECT_MS = 3_000
/** Nobody waits for an answer of a command, and starting it again costs more than this. */
const PATIENT_CONNECT_MS = 30_000
export const STATEMENT_MS = 6_000
const LOCK_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** Added to a statement's time limit before a connection counts as silent. */
const SILENCE_AFTER_MS = 500
const IDLE_MS = 5_000

/** For work that lets nobody wait for a connection: a minute for each statement. */
export const LONG_STATEMENT_MS = 60_000

/**
 * Statements end after `statementMs`, and waiting for a lock ends a second earlier. The pool drops a silent connection,
 * so that its queries fail.
 *
 * @param connectMs how long a caller waits for a connection
 */
export function openPool(
  url: string,
  {
    warn,
    connectMs = CONNECT_MS,
    statementMs = STATEMENT_MS,
  }: {
    warn: (message: string) => void
    connectMs?: number | undefined
    statementMs?: number | undefined
  },
): pg.Pool {
  const options = {
    ...commonOptions(url),
    stream: () => watchedSocket(statementMs + SILENCE_AFTER_MS),
    statement_timeout: statementMs,
    lock_timeout: Math.max(LOCK_MS, statementMs - (STATEMENT_MS - LOCK_MS)),
    idle_in_transaction_session_timeout: Math.max(IDLE_IN_TRANSACTION_MS, statementMs),
    // Idle connections are closed before they count as silent.
    idleTimeoutMillis: IDLE_MS,
  }
  const pool = new SharedPool(options, { waitMs: connectMs })
  surviveLosses(pool, (error) => {
    if (!pool.ending) {
      warn(`Lost a database connection: ${error.message}`)
    }
  })
  return pool
}

/** A pool without time limits, for commands that read or write everything, such as a migration. */
export function openPatientPool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...commonOptions(url), connectionTimeoutMillis: PATIENT_CONNECT_MS })
  surviveLosses(pool, () => {})
  return pool
}

function commonOptions(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    // PostgreSQL up to version 17 compiles statements whose joins withHashJoins discourages, which takes a second for
    // each. As for any disk without moving parts, reading one page costs nearly the same as reading the next one: with
    // the standard, a portion of a board would read all racers.
    options: `-c TimeZone=UTC -c jit=off -c random_page_cost=1.1`,
    types: typeParsers(),
  }
}

/** pg's own query_timeout would keep the connection in use, perhaps with an open transaction. */
function watchedSocket(silenceMs: number): net.Socket {
  const socket = new net.Socket()
  socket.setTimeout(silenceMs, () =>
    socket.destroy(lostConnection('the database server is silent')),
  )
  return socket
}

/** An unhandled error ends the process. The pool handles errors of idle connections only, not of used ones. */
function surviveLosses(pool: pg.Pool, tell: (error: Error) => void): void {
  pool.on('connect', (client) => client.on('error', tell))
  // Errors of idle connections; the handler above has already reported them.
  pool.on('error', () => {})
}

/** Looks like the error of a broken socket, so that callers can tell it from a failed statement. */
function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET', syscall: 'read' })
}
