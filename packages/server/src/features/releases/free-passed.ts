/**
 * Keeps the memory low while a large file passes through. Its chunks are garbage as soon as they are
 * written, but they lie outside the engine's heap, of which it lets 64 MiB pile up before it looks:
 * more than the whole transfer may take (measured by `releases-memory.test.ts`).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const FREE_AFTER_BYTES = 16 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void

/** The young generation's collection, a millisecond or two; the engine offers it to new contexts only. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

let collect: Collect | undefined

/** Passes chunks on; what has passed is freed every now and then. */
export async function* freePassed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let passedBytes = 0
  for await (const chunk of chunks) {
    yield chunk
    passedBytes += chunk.length
    if (passedBytes >= FREE_AFTER_BYTES) {
      passedBytes = 0
      collect ??= findCollect()
      collect({ type: 'minor' })
    }
  }
}
