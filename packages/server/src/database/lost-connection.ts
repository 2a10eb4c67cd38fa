import type pg from 'pg'

/**
 * Tells of connections that are lost instead of ending the process, as an error without a listener
 * does. The pool itself listens to its idle ones only: one that is lost between two statements of a
 * transaction has nobody else, and fails the next statement.
 */
export function surviveLosses(pool: pg.Pool, tell: (error: Error) => void): void {
  pool.on('connect', (client) => client.on('error', tell))
  // Of an idle one, which has told already.
  pool.on('error', () => {})
}

/** An error that says what a broken socket says, so that callers tell it from a failed statement. */
export function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET', syscall: 'read' })
}
