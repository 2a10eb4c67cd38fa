/** Says in plain words what has happened and what the streamer can do about it. The log has the original error. */

const NO_ANSWER = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ABORT_ERR'])
const NO_NETWORK = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'])
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE)|_SIGNATURE/
const NO_HTTPS = /^(?:EPROTO|ERR_SSL_|ERR_TLS_)/
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS'])
const FULL = new Set(['ENOSPC', 'EDQUOT'])
const IN_USE = new Set(['EBUSY', 'EMFILE', 'ENFILE', 'ETXTBSY'])

export function errorCode(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'ETIMEDOUT' : ''
}

/** For a call to a site that got no complete answer. */
export function describeSiteProblem(site: string, error: unknown): string {
  const { host } = new URL(site)
  const code = errorCode(error)
  if (code === 'ENOTFOUND') {
    return `${host} does not exist, or this computer is offline. Check the address and the connection.`
  }
  if (NO_NETWORK.has(code)) {
    return `This computer cannot reach ${host}. Check its internet connection.`
  }
  if (NO_ANSWER.has(code)) {
    return `${host} is not answering. Check the address; if it is right, the site is down at the moment.`
  }
  if (BROKEN_OFF.has(code)) {
    return `The connection to ${host} was lost. If it happens again, check the internet connection.`
  }
  if (CERTIFICATE.test(code)) {
    return `${host} could not prove its identity, so nothing was sent. Check this computer's date and time; if they are right, tell the site's operator.`
  }
  if (NO_HTTPS.test(code)) {
    return `${host} does not speak https there. Check the address, and the number at its end if it has one.`
  }
  return `${host} could not be reached. Check the address and the internet connection.`
}

/** For a folder that somebody has typed. */
export function describeFolderProblem(error: unknown): string {
  const code = errorCode(error)
  if (code === 'ENOENT') {
    return 'There is no such folder. Check its path.'
  }
  if (code === 'ENOTDIR') {
    return 'This is a file. Enter the folder that contains it.'
  }
  return NOT_ALLOWED.has(code)
    ? 'The companion is not allowed to read this folder. Give your user access, or choose another folder.'
    : 'This folder cannot be read. Check that its disk is connected.'
}

/** For a file that the game writes; it will be read again. */
export function describeFileProblem(error: unknown): string {
  const code = errorCode(error)
  if (NOT_ALLOWED.has(code)) {
    return 'The companion is not allowed to read it. Give your user access.'
  }
  return IN_USE.has(code)
    ? 'Another program is using it. The companion will try again.'
    : 'It cannot be read. Check that its disk is connected; the companion will try again.'
}

/** For a file that is downloaded from the site; an error without a code is already a sentence. */
export function describeDownloadProblem(site: string, error: unknown): string {
  const code = errorCode(error)
  if (code === '') {
    return (error as Error).message
  }
  const isDiskError =
    FULL.has(code) || NOT_ALLOWED.has(code) || IN_USE.has(code) || code === 'ENOENT'
  return isDiskError ? describeDiskProblem(error) : describeSiteProblem(site, error)
}

/** For the companion's own files. */
export function describeDiskProblem(error: unknown): string {
  const code = errorCode(error)
  if (FULL.has(code)) {
    return 'The disk is full. Free some space on it.'
  }
  if (NOT_ALLOWED.has(code)) {
    return 'The companion is not allowed to write to its own folder. Give your user access, and check whether a virus scanner blocks it.'
  }
  return code === 'ENOENT'
    ? "One of the companion's files is missing. Reload this page; if that does not help, restart the companion."
    : "One of the companion's files cannot be read or written right now. Check the disk, and whether another program is using the file."
}
