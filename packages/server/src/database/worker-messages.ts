/** What the main thread and the thread that runs the embedded database say to each other. */

export interface WorkerInput {
  directory: string
  /** initialise: make a new database in the empty directory, sync it and end. */
  task: 'initialise' | 'serve'
  wasm: WebAssembly.Module
  /** An Int32Array with one element: syncs that reached the disk. */
  syncCounter: SharedArrayBuffer
}

/** Bytes are protocol messages of one client connection; an ended connection leaves no session. */
export type Request =
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'end'; connection: number }
  | { kind: 'stop' }

export type Reply =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array }
  | { kind: 'failed'; message: string }
