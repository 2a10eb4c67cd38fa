/**
 * Reads files here if they are small, and in a thread of their own if they are large, so that nobody waits
 * for half a second because somebody has 49,000 racers. The thread reads one upload at a time.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type FilePlace, FileProblem, type FileProblemCode } from '@rollcall/formats/problem'
import { READERS } from './read-files.ts'

/** Reading so much takes about 10 ms. */
export const LARGE_BYTES = 128 * 1024
/** The thread ends after so long without work, and its memory with it. */
const IDLE_MS = 5_000

type Readers = typeof READERS
type Read<Kind extends keyof Readers> = ReturnType<Readers[Kind]>

type Reply<Result> =
  | { result: Result; problem?: undefined }
  | { problem: { code: FileProblemCode; sentence: string; place: FilePlace } }

let thread: Worker | null = null
let idleTimer: NodeJS.Timeout | undefined
let lastRead: Promise<unknown> = Promise.resolve()

/** @throws {FileProblem} of what is wrong with the files */
export async function readFiles<Kind extends keyof Readers>(
  kind: Kind,
  files: Parameters<Readers[Kind]>[0],
): Promise<Read<Kind>> {
  if (bytesOf(files) <= LARGE_BYTES) {
    const read = READERS[kind] as (files: unknown) => Read<Kind>
    return read(files)
  }
  const result = lastRead.then(() => readInThread<Read<Kind>>({ kind, files }))
  lastRead = result.catch(() => {})
  return result
}

export function bytesOf(files: object): number {
  return Object.values(files).reduce(
    (sum, file) => sum + (file instanceof Uint8Array ? file.length : 0),
    0,
  )
}

async function readInThread<Result>(request: { kind: string; files: object }): Promise<Result> {
  clearTimeout(idleTimer)
  thread ??= startThread()
  const replies = once(thread, 'message')
  thread.postMessage(request)
  try {
    const [reply] = (await replies) as [Reply<Result>]
    if (reply.problem !== undefined) {
      const { code, sentence, place } = reply.problem
      throw new FileProblem(code, sentence, place)
    }
    return reply.result
  } finally {
    idleTimer = setTimeout(() => {
      void thread?.terminate()
      thread = null
    }, IDLE_MS).unref()
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./reading-thread.ts', import.meta.url))
  started.unref()
  started.once('error', () => {
    thread = null
  })
  return started
}
