/** The real companion in its own process, which tests can kill and start again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface CompanionProcess {
  pid: number
  /** The address of its local page. */
  page: string
  pageText(): Promise<string>
  /** Submits a form, as the page does. */
  submit(action: string, fields: Readonly<Record<string, string>>): Promise<void>
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()

export function endAllCompanions(): void {
  for (const child of running) child.kill('SIGKILL')
}

export async function startCompanion(args: readonly string[]): Promise<CompanionProcess> {
  const child = spawn(process.execPath, [MAIN, ...args, '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'close')
  child.on('close', () => running.delete(child))
  const ready = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const page = / Its page: (\S+)$/.exec(line)?.[1]
    if (page !== undefined) ready.resolve(page)
  })
  ended.then(() => ready.reject(new Error('The companion ended before it was ready')))
  const page = await ready.promise
  return {
    pid: child.pid ?? 0,
    page,
    async pageText() {
      return (await fetch(page, { signal: AbortSignal.timeout(60_000) })).text()
    },
    async submit(action, fields) {
      const answer = await fetch(new URL(action, page), {
        method: 'POST',
        headers: { origin: new URL(page).origin },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      if (answer.status !== 303) throw new Error(`The page answered ${await answer.text()}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
