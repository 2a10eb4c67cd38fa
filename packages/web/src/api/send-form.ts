import type { Endpoint, ResponseOf } from '@rollcall/contract/endpoint'
import { ApiError } from './api-error.ts'
import { addressOf, headersWith, readReply, tokenFor } from './prepare-call.ts'
import type { Progress } from './progress.ts'

interface FormToSend {
  readonly form: FormData
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/**
 * As `callApi`, for a form so large that its progress is to be seen, which `fetch` cannot tell. It may
 * take as long as it needs.
 *
 * @throws {ApiError} as `callApi`; the signal's reason where it was given up
 */
export async function sendForm<const E extends Endpoint>(
  endpoint: E,
  { form, signal, onProgress }: FormToSend,
): Promise<ResponseOf<E>> {
  const token = tokenFor(endpoint)
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  request.open(endpoint.method, addressOf(endpoint, {}))
  for (const [name, value] of headersWith(token)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
    onProgress({ loadedBytes: loaded, totalBytes: lengthComputable ? total : null })

  const { promise: ended, resolve } = Promise.withResolvers<void>()
  request.onloadend = () => resolve()
  const giveUp = () => request.abort()
  signal.addEventListener('abort', giveUp)
  request.send(form)
  await ended
  signal.removeEventListener('abort', giveUp)
  signal.throwIfAborted()

  const { status, responseText } = request
  if (status === 0) {
    const cause = new TypeError('The connection broke.')
    throw new ApiError({ status: null, reply: null, token, cause })
  }
  if (status !== 200) throw new ApiError({ status, reply: readReply(responseText), token })
  try {
    return endpoint.response.parse(JSON.parse(responseText)) as ResponseOf<E>
  } catch (cause) {
    throw new ApiError({ status: null, reply: null, token, cause })
  }
}
