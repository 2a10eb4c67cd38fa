import { appendFile, rename, stat } from 'node:fs/promises'

export type Log = (line: string) => void

const MAX_BYTES = 1024 * 1024

/**
 * A log of at most two megabytes that never contains a secret. Nothing waits for it, and on a full disk it stays
 * silent.
 *
 * @param secrets called for each line, because secrets change
 */
export function openLog(file: string, secrets: () => readonly string[]): Log {
  let writing = Promise.resolve()
  return (line) => {
    const text = secrets().reduce((said, secret) => said.replaceAll(secret, '…'), line)
    const entry = `${new Date().toISOString()} ${text.replace(/\p{Cc}/gu, ' ')}\n`
    writing = writing.then(() => append(file, entry)).catch(() => {})
  }
}

async function append(file: string, entry: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MAX_BYTES) {
    await rename(file, `${file}.1`)
  }
  await appendFile(file, entry, { mode: 0o600 })
}
