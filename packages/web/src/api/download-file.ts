import type { Endpoint, ParamsInput } from '@rollcall/contract/endpoint'
import { ApiError } from './api-error.ts'
import { addressOf, failUnreachable, headersWith, readReply, tokenFor } from './prepare-call.ts'
import type { Progress } from './progress.ts'

/** What has come is handed to the browser in pieces of this size: it keeps large ones on disk. */
const PIECE_BYTES = 8 * 1024 * 1024

interface Download<E extends Endpoint> {
  readonly params: ParamsInput<E>
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/**
 * The file that an endpoint sends.
 *
 * @throws {ApiError} for an answer that is no file, whatever its status; the signal's reason where it
 *   was given up
 */
export async function downloadFile<const E extends Endpoint & { sendsFile: true }>(
  endpoint: E,
  { params, signal, onProgress }: Download<E>,
): Promise<Blob> {
  const token = tokenFor(endpoint)
  let response: Response
  try {
    response = await fetch(addressOf(endpoint, params as Record<string, unknown>), {
      headers: headersWith(token),
      credentials: 'omit',
      signal,
    })
  } catch (cause) {
    signal.throwIfAborted()
    return failUnreachable(token, cause)
  }
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment')
  if (!response.ok || !isFile) {
    const reply = readReply(await response.text().catch(() => ''))
    throw new ApiError({ status: response.status, reply, token })
  }
  try {
    return await readPieces(response, onProgress)
  } catch (cause) {
    signal.throwIfAborted()
    return failUnreachable(token, cause)
  }
}

async function readPieces(
  response: Response,
  onProgress: (progress: Progress) => void,
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
