const UNREACHABLE_SYSTEM_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/**
 * 08: connection; 57P0: stopping or starting; 53300: no free connection; 25006: a replica, which the proxy still or
 * already takes for the primary; the others: took too long.
 */
const UNREACHABLE_SQLSTATE = /^(?:08...|57P0.|53300|57014|55P03|25P03|25006)$/
const UNREACHABLE_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:was closed|has encountered a connection error)/

/** Whether the database could not be reached or did not answer in time; trying again may help. */
export function isConnectionFailure(error: unknown): boolean {
  const code = errorCode(error)
  return (
    (code !== undefined &&
      (UNREACHABLE_SQLSTATE.test(code) ||
        (UNREACHABLE_SYSTEM_CODES.has(code) && hasSystemCall(error)))) ||
    (error instanceof Error && UNREACHABLE_WORDS.test(error.message))
  )
}

export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error)
  return (
    code === '53100' ||
    code === 'ENOSPC' ||
    (error instanceof Error && error.message.includes('No space left on device'))
  )
}

function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : undefined
}

/** Whether a socket failed, and not, for example, a file. */
function hasSystemCall(error: unknown): boolean {
  const call =
    typeof error === 'object' && error !== null && 'syscall' in error ? error.syscall : ''
  return typeof call === 'string' && /^(?:connect|read|write|getaddrinfo)$/.test(call)
}
