import type { Endpoint } from '@rollcall/contract/endpoint'
import { ApiError } from './api-error.ts'
import { type Answer, prepareCall, readAnswer, readReply, unreachable } from './call-api.ts'
import type { DownloadProgress } from './download-file.ts'

interface FormToSend {
  readonly form: FormData
  readonly signal: AbortSignal
  readonly onProgress: (progress: DownloadProgress) => void
}

/**
 * Like `callApi`, for a form so large that its progress is shown, which `fetch` cannot report. It has no time
 * limit.
 *
 * @throws {ApiError} like `callApi`; the signal's reason if the upload was cancelled
 */
export async function sendForm<const E extends Endpoint>(
  endpoint: E,
  { form, signal, onProgress }: FormToSend,
): Promise<Answer<E>> {
  const call = prepareCall(endpoint, { isForm: true })
  signal.throwIfAborted()
  const request = new XMLHttpRequest()
  request.open(endpoint.method, call.address)
  for (const [name, value] of call.headers) request.setRequestHeader(name, value)
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
  if (status === 0) throw unreachable(call, new Error('The connection broke.'))
  if (status < 200 || status > 299) {
    throw new ApiError({ status, reply: readReply(responseText), token: call.token })
  }
  return readAnswer(call, responseText)
}
