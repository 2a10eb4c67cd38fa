/** A client that is still sending would lose the answer if the connection were closed. */
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

/** All of the answer comes at once; its end, and with it that of the connection, once the form is gone. */
async function* answerThenDrain(answer: string, form: IncomingMessage, limits: DrainLimits) {
  yield answer
  await drained(form, limits)
}

function drained(form: IncomingMessage, limits: DrainLimits): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => form.destroy(), limits.ms)
    // Also where it broke off: then there is nobody to be answered.
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
    // Its reader may have stopped in the midst of a part, and holds it up.
    form.unpipe()
    form.resume()
  })
}
