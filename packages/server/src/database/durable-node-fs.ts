import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface EmscriptenModule {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number }
    node_ops: {
      setattr(node: unknown, attributes: { mode?: number }): void
      mknod(parent: unknown, name: string, mode: number, device: number): unknown
      rename(node: unknown, newParent: unknown, newName: string): void
    }
    /** Where a node lies in the file system outside. */
    realPath(node: unknown): string
  }
}

/**
 * PGlite's Node file system with an fsync that reaches the disk, for files and directories, and
 * with files that only their owner may read.
 * PostgreSQL syncs a new table's file, but not its name in the directory, and relies on file systems
 * that do so along with the file. `man fsync` promises no such thing, so here no file is synced
 * before the names made until then are.
 * As it comes PGlite answers fsync with success and does nothing: a power cut then loses
 * acknowledged rows. This relies on internals of the pinned version, so the opener's self-test
 * counts `onSync` calls.
 */
export class DurableNodeFS extends NodeFS {
  readonly #onSync: () => void
  readonly #onFailure: (error: unknown) => never
  /** Directories with names that are not synced yet. */
  readonly #named = new Set<string>()

  constructor(
    directory: string,
    hooks: { onSync: () => void; onFailure: (error: unknown) => never },
  ) {
    super(directory)
    this.#onSync = hooks.onSync
    this.#onFailure = hooks.onFailure
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const amend = ({ NODEFS }: EmscriptenModule) => {
      const { node_ops, stream_ops } = NODEFS
      stream_ops.fsync = ({ nfd }) => {
        this.#sync(nfd)
        return 0
      }
      // Emscripten sets the mode of each new file explicitly, whatever the umask.
      const setAttributes = node_ops.setattr
      node_ops.setattr = (node, { mode, ...others }) =>
        setAttributes(node, mode === undefined ? others : { ...others, mode: mode & ~0o077 })
      const { mknod, rename } = node_ops
      node_ops.mknod = (parent, ...rest) => {
        this.#named.add(NODEFS.realPath(parent))
        return mknod(parent, ...rest)
      }
      node_ops.rename = (node, newParent, newName) => {
        this.#named.add(NODEFS.realPath(newParent))
        rename(node, newParent, newName)
      }
    }
    // In preRun, because recovery already relies on syncs: installed after the start is not safe.
    const preRun = [...(emscriptenOpts.preRun ?? []), amend]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as typeof emscriptenOpts }
  }

  #sync(fd: number): void {
    try {
      for (const directory of this.#named) {
        if (existsSync(directory)) syncDirectory(directory)
      }
      this.#named.clear()
      fsyncSync(fd)
    } catch (error) {
      // Windows cannot sync a directory; its file systems journal names by themselves.
      if (process.platform === 'win32' && fstatSync(fd).isDirectory()) return
      this.#onFailure(error)
    }
    this.#onSync()
  }
}

/** Syncs every file and directory below `directory`, and `directory` itself. */
export function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else syncPath(child, 'r+')
  }
  syncDirectory(directory)
}

/** Makes names created, renamed or removed in `directory` durable. */
export function syncDirectory(directory: string): void {
  if (process.platform !== 'win32') syncPath(directory, 'r')
}

function syncPath(target: string, flags: string): void {
  const fd = openSync(target, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
