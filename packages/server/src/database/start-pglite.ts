import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS } from './durable-node-fs.ts'

const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on'],
  // fdatasync, the default, is a stub that does nothing.
  ...['-c', 'wal_sync_method=fsync'],
  // All of it is resident from the start, and the operating system caches the files anyway.
  ...['-c', 'shared_buffers=32MB'],
  // How much disk the log keeps between checkpoints; the upkeep makes them.
  ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=128MB'],
]

/** The exit status by which PGlite leaves WebAssembly after an ordinary SQL error. */
const errorStatus = 100

export interface PgliteInput {
  directory: string
  /** Compiled elsewhere, to be shared. */
  wasm: WebAssembly.Module
  onSync: () => void
  /**
   * The database cannot go on: a sync failed, so that what the disk holds is unknown, or the server
   * code itself ended. Must not return.
   */
  onDeath: (reason: string) => never
}

/** Starts PGlite on the database in `directory`, with commits that reach the disk. */
export async function startPglite(input: PgliteInput): Promise<PGlite> {
  const complaints: string[] = []
  const pglite = await create(input, { startParams: durableParams, complaints })
  // PGlite takes any other exit for an SQL error too, and calls the dead server again for ever.
  const server = pglite.Module as unknown as { _PostgresMainLoopOnce: () => void }
  const handleMessage = server._PostgresMainLoopOnce
  server._PostgresMainLoopOnce = () => {
    try {
      handleMessage()
    } catch (error) {
      if ((error as { status?: number }).status === errorStatus) throw error
      input.onDeath([(error as Error).message, ...complaints].join(': '))
    }
  }
  return pglite
}

/** Makes a new database in the empty `directory`; the caller syncs the files. */
export async function createPgliteFiles(input: PgliteInput): Promise<void> {
  const pglite = await create(input, { complaints: [] })
  await pglite.close()
}

async function create(
  input: PgliteInput,
  { complaints, ...options }: { startParams?: string[]; complaints: string[] },
): Promise<PGlite> {
  try {
    return await PGlite.create({
      ...options,
      fs: new DurableNodeFS(input.directory, {
        onSync: input.onSync,
        onFailure: (error) => input.onDeath(`a sync failed: ${(error as Error).message}`),
      }),
      pgliteWasmModule: input.wasm,
      onStderr: (line) => {
        if (/FATAL|PANIC/.test(line)) complaints.push(line)
        return false
      },
    })
  } catch (error) {
    throw new Error([(error as Error).message, ...complaints].join(': '), { cause: error })
  }
}
