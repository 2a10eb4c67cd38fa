import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openApiClient } from './api-client.ts'
import { ADMIN } from './demo-config.ts'

const RELEASE = fileURLToPath(
  new URL('../../companion/build/release-companion.ts', import.meta.url),
)

/**
 * Puts Rollcall Companion on the demo's download page with the operators' own command, which builds it on this
 * machine if possible. Takes a minute or two, and says what happened or what is missing.
 */
export async function offerCompanion({
  origin,
  say,
}: {
  origin: string
  say: (line: string) => void
}): Promise<void> {
  const apiClient = openApiClient(origin)
  const session = await apiClient.signIn(ADMIN)
  const release = spawn(process.execPath, [RELEASE, '--site', origin, '--built'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ROLLCALL_TOKEN: session.authorization.replace('Bearer ', '') },
  })
  const end = () => release.kill()
  process.once('exit', end)
  let last = 'Rollcall Companion could not be built for the download page.'
  let reason = ''
  createInterface(release.stderr).on('line', (line) => {
    // Keeps only the first line of an error's trace.
    reason = /^(?:[\s{}(]|Node\.js v|$)/.test(line) ? reason : line
  })
  const closed = once(release, 'close')
  for await (const line of createInterface(release.stdout)) {
    last = line || last
  }
  const [exitCode] = await closed
  process.off('exit', end)
  say(exitCode === 0 ? last : `${last} ${reason}`.trim())
  await apiClient.signOut(session)
}
