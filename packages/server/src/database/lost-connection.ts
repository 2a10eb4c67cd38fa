/** An error that says what a broken socket says, so that callers tell it from a failed statement. */
export function lostConnection(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET', syscall: 'read' })
}
