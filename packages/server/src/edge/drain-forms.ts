/**
 * Reads the rest of a refused form: a client that is still sending would lose the answer if we closed the connection.
 */
import type { IncomingMessage } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

interface DrainLimits {
  bytes: number
  ms: number
}

export function drainForms(forms: FastifyInstance, limits: DrainLimits): void {
  forms.addHook('onSend', (request, reply, answer, done) => {
    const { raw, headers } = request
    if (raw.readableEnded || raw.destroyed || typeof answer !== 'string') {
      done(null, answer)
      return
    }
    reply.header('content-length', Buffer.byteLength(answer))
    if (Number(headers['content-length'] ?? 0) > limits.bytes) {
      reply.header('connection', 'close')
    }
    done(null, Readable.from(answerThenDrain(answer, raw, limits)))
  })
}

/** Sends the whole answer at once, but ends it and the connection only after the form is read. */
async function* answerThenDrain(answer: string, form: IncomingMessage, limits: DrainLimits) {
  yield answer
  await drained(form, limits)
}

function drained(form: IncomingMessage, limits: DrainLimits): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => form.destroy(), limits.ms)
    // Also called if the form broke off; then there is nobody to answer.
    finished(form, () => {
      clearTimeout(timer)
      resolve()
    })
    let bytes = 0
    form.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limits.bytes) {
        form.destroy()
      }
    })
    // The form parser may have stopped within a part, and would block the form.
    form.unpipe()
    form.resume()
  })
}
