import type { Endpoint, ParamsInput, QueryInput } from '@rollcall/contract/endpoint'
import { useSyncExternalStore } from 'react'
import { browserStore, onChangeInOtherTab } from '#storage'
import { ApiError } from './api-error.ts'
import { prepareCall, readReply, unreachable, unreadable } from './call-api.ts'

/** Received bytes become blobs of this size, because browsers keep large blobs on disk. */
const PIECE_BYTES = 8 * 1024 * 1024

export interface DownloadProgress {
  readonly loadedBytes: number
  readonly totalBytes: number | null
}

export interface DownloadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: DownloadProgress) => void
}

interface Download<E extends Endpoint> extends DownloadOptions {
  readonly params?: ParamsInput<E>
  readonly query?: QueryInput<E>
  /** null: without a session. */
  readonly token?: null
}

/** @throws {ApiError} for any answer that is not a file; the signal's reason if the download was cancelled */
export async function downloadFile<const E extends Endpoint & { sendsFile: true }>(
  endpoint: E,
  { params, query, token, signal, onProgress }: Download<E>,
): Promise<Blob> {
  const call = prepareCall(endpoint, {
    params: params as Record<string, unknown> | undefined,
    query: query as Record<string, unknown> | undefined,
    token,
  })
  let response: Response
  try {
    response = await fetch(call.address, { headers: call.headers, credentials: 'omit', signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw unreachable(call, cause)
  }
  if (!response.ok || !isFile(response.headers)) {
    const reply = readReply(await response.text().catch(() => ''))
    if (response.ok && reply === null) throw unreadable(call, new Error('It is not a file.'))
    throw new ApiError({ status: response.status, reply, token: call.token })
  }
  try {
    return await readPieces(response, onProgress)
  } catch (cause) {
    signal.throwIfAborted()
    throw unreachable(call, cause)
  }
}

/** Not every server sends a content-disposition, so the type decides too: pages and error messages have other types. */
function isFile(headers: Headers): boolean {
  const type = headers.get('content-type') ?? ''
  const isAttachment = headers.get('content-disposition')?.startsWith('attachment') ?? false
  return isAttachment || (type.startsWith('application/') && !/json|xml/.test(type))
}

async function readPieces(
  response: Response,
  onProgress: (progress: DownloadProgress) => void,
): Promise<Blob> {
  const totalBytes = Number(response.headers.get('content-length')) || null
  const pieces: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  let loadedBytes = 0
  const store = () => {
    pieces.push(new Blob(chunks))
    chunks = []
    waitingBytes = 0
  }
  const reader = response.body?.getReader()
  for (;;) {
    const next = await reader?.read()
    if (!next || next.done) break
    chunks.push(next.value)
    waitingBytes += next.value.byteLength
    loadedBytes += next.value.byteLength
    if (waitingBytes >= PIECE_BYTES) store()
    onProgress({ loadedBytes, totalBytes })
  }
  store()
  return new Blob(pieces, { type: 'application/octet-stream' })
}

const DOWNLOADED_KEY = 'hasDownloaded'

/** Remembered in this browser, for the list of first steps, no matter who is signed in. */
export function noteDownload(): void {
  browserStore.write(DOWNLOADED_KEY, 'yes')
}

export function useHasDownloaded(): boolean {
  return useSyncExternalStore(onChangeInOtherTab, () => browserStore.read(DOWNLOADED_KEY) !== null)
}
