/** What a burst of uploads took goes back to the system. */
import v8 from 'node:v8'
import vm from 'node:vm'
import type { FastifyInstance } from 'fastify'

const REST_MS = 5_000
/** Less is not worth the pause of some tenths of a second. */
const WORTH_BYTES = 16 * 2 ** 20

/** glibc's own first value, in bytes: buffers from this size on go back to the system when they are freed. */
export const STEADY_ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * By itself glibc raises the size with each buffer that it frees, and keeps the later ones: 50 MB more stayed
 * after a burst of large uploads. It reads the setting only at a process's start, so this one becomes a new one,
 * with the same id; elsewhere the setting does nothing.
 */
export function restartWithSteadyAllocator(): void {
  const isWatched = process.send !== undefined
  const isSet = Object.keys(STEADY_ALLOCATOR).every((name) => name in process.env)
  if (process.platform !== 'linux' || isWatched || isSet) {
    return
  }
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...process.env, ...STEADY_ALLOCATOR })
}

/** V8 collects what a burst left only when something else is allocated: 455 MB stayed after 240 uploads. */
export function giveMemoryBackAtRest(app: FastifyInstance): void {
  let isBusy = true
  let collectedBytes = 0
  app.server.on('request', () => {
    isBusy = true
  })
  const timer = setInterval(() => {
    const isAtRest = !isBusy
    isBusy = false
    if (isAtRest && v8.getHeapStatistics().total_heap_size > collectedBytes + WORTH_BYTES) {
      collectAll()
      collectedBytes = v8.getHeapStatistics().total_heap_size
    }
  }, REST_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Only this kind of collection returns what is free to the system. */
function collectAll(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = vm.runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
