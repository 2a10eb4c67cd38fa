/** Small tasks that every process does once a minute, such as deleting what nobody needs any more. */
import type { FastifyInstance } from 'fastify'

const MINUTE_MS = 60_000

/** @param options `failure`: begins the warning if the work fails */
export function everyMinute(
  app: FastifyInstance,
  options: { work: () => Promise<void>; failure: string; warn: (message: string) => void },
): void {
  const { work, failure, warn } = options
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = work().catch((error: Error) => warn(`${failure}: ${error.message}`))
  }, MINUTE_MS)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
