/**
 * Gives memory back once there is nothing to do. What a burst of uploads leaves behind stays in the heap
 * until something else is allocated, which at rest is never: 200 MB were seen to stay.
 */
import v8 from 'node:v8'
import vm from 'node:vm'
import type { FastifyInstance } from 'fastify'

/** Without a request in that time a server is at rest. */
const REST_MS = 5_000
/** Less is not worth the pause, some tenths of a second. */
const WORTH_BYTES = 16 * 2 ** 20

/** Must run before the server is ready; ends with it. */
export function giveMemoryBackAtRest(app: FastifyInstance): void {
  let isBusy = true
  let keptBytes = 0
  app.addHook('onRequest', (_request, _reply, done) => {
    isBusy = true
    done()
  })
  const timer = setInterval(() => {
    const isAtRest = !isBusy
    isBusy = false
    if (isAtRest && v8.getHeapStatistics().total_heap_size > keptBytes + WORTH_BYTES) {
      collectAll()
      keptBytes = v8.getHeapStatistics().total_heap_size
    }
  }, REST_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** With what is unused given back to the system, which only this flavour does. */
function collectAll(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = vm.runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
