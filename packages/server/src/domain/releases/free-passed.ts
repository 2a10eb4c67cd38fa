/**
 * Keeps memory low while a large file passes through. The chunks are garbage as soon as they are written. But they are
 * outside the engine's heap, and the engine lets 64 MiB of them pile up before it collects them: more than a whole
 * transfer may take (measured by `releases-memory.test.ts`).
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const FREE_AFTER_BYTES = 2 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void

/** Collects the young generation in a millisecond or two. The engine offers this only to new contexts. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

let collect: Collect | undefined

/** Passes chunks on, and frees the passed ones every now and then. */
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
