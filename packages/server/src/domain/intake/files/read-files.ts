/**
 * Reads small files here and large ones in a separate thread, so that nobody waits for half a second because another
 * upload has 49,000 racers. The thread reads one upload at a time.
 */
import { FileProblem, type FileProblemFacts } from '@rollcall/formats/problem'
import { OwnThread } from '../../../platform/own-thread.ts'
import { READERS } from './readers.ts'

/** Reading this much takes about 10 ms. */
export const LARGE_BYTES = 128 * 1024
const IDLE_MS = 5_000

type Readers = typeof READERS
type Read<Kind extends keyof Readers> = ReturnType<Readers[Kind]>

type Reply<Result> = { result: Result; problem?: undefined } | { problem: FileProblemFacts }

const thread = new OwnThread<{ kind: string; files: object }, Reply<unknown>>(
  new URL('./reading-thread.ts', import.meta.url),
  { idleMs: IDLE_MS },
)

/** @throws {FileProblem} if something is wrong with the files */
export async function readFiles<Kind extends keyof Readers>(
  kind: Kind,
  files: Parameters<Readers[Kind]>[0],
): Promise<Read<Kind>> {
  if (sumBytes(files) <= LARGE_BYTES) {
    const read = READERS[kind] as (files: unknown) => Read<Kind>
    return read(files)
  }
  const reply = await thread.ask({ kind, files })
  if (reply.problem !== undefined) {
    throw FileProblem.again(reply.problem)
  }
  return reply.result as Read<Kind>
}

export function sumBytes(files: object): number {
  return Object.values(files).reduce(
    (sum, file) => sum + (file instanceof Uint8Array ? file.length : 0),
    0,
  )
}
