/** What has happened and what to do about it, in words for a streamer; the log has the error's own. */

const NO_ANSWER = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ABORT_ERR'])
const NO_NETWORK = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'])
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY|DECODE)|_SIGNATURE/
const NO_HTTPS = /^(?:EPROTO|ERR_SSL_|ERR_TLS_)/
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS'])
const FULL = new Set(['ENOSPC', 'EDQUOT'])
const IN_USE = new Set(['EBUSY', 'EMFILE', 'ENFILE', 'ETXTBSY'])

export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'ETIMEDOUT' : ''
}

/** Of a call to a site that brought no whole answer. */
export function problemOfSite(site: string, error: unknown): string {
  const { host } = new URL(site)
  const code = codeOf(error)
  if (code === 'ENOTFOUND') {
    return `There is no ${host} on the internet, or this computer is offline. Check the address and the connection.`
  }
  if (NO_NETWORK.has(code)) {
    return `This computer does not get through to ${host}. Check its internet connection.`
  }
  if (NO_ANSWER.has(code)) {
    return `${host} does not answer. Check the address; if it is right, the site is down for now.`
  }
  if (BROKEN_OFF.has(code)) {
    return `The connection to ${host} broke off. If it happens again, check the internet connection.`
  }
  if (CERTIFICATE.test(code)) {
    return `${host} could not prove that it is that site, so nothing was sent. Check this computer's date and time; if they are right, tell the site's operator.`
  }
  if (NO_HTTPS.test(code)) {
    return `${host} does not speak https there. Check the address, and the number at its end if it has one.`
  }
  return `${host} could not be reached. Check the address and the internet connection.`
}

/** Of a folder that somebody has typed. */
export function problemOfFolder(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ENOENT') {
    return 'There is no such folder. Check its path.'
  }
  if (code === 'ENOTDIR') {
    return 'This is a file. Give the folder that it is in.'
  }
  return NOT_ALLOWED.has(code)
    ? 'The companion may not read this folder. Allow it for your user, or choose another.'
    : 'This folder cannot be read. Check that its disk is connected.'
}

/** Of a file that the game writes; it is looked at again. */
export function problemOfFile(error: unknown): string {
  const code = codeOf(error)
  if (NOT_ALLOWED.has(code)) {
    return 'The companion may not read it. Allow it for your user.'
  }
  return IN_USE.has(code)
    ? 'Another program is using it. It is tried again.'
    : 'It cannot be read. Check that its disk is connected; it is tried again.'
}

/** Of a file that comes from the site and is written here; an error without a code is a sentence. */
export function problemOfDownload(site: string, error: unknown): string {
  const code = codeOf(error)
  if (code === '') {
    return (error as Error).message
  }
  const isOfDisk = FULL.has(code) || NOT_ALLOWED.has(code) || IN_USE.has(code) || code === 'ENOENT'
  return isOfDisk ? problemOfDisk(error) : problemOfSite(site, error)
}

/** Of the companion's own files. */
export function problemOfDisk(error: unknown): string {
  const code = codeOf(error)
  if (FULL.has(code)) {
    return 'The disk is full. Make room on it.'
  }
  if (NOT_ALLOWED.has(code)) {
    return 'The companion may not write in its own folder. Allow it for your user, and look whether a virus scanner forbids it.'
  }
  return code === 'ENOENT'
    ? "One of the companion's files is gone. Reload this page; if this stays, start the companion again."
    : "One of the companion's files cannot be read or written now. Check the disk, and look whether another program uses it."
}
