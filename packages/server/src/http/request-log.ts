/** What a request leaves in the log: an id, what was asked, from where, how it ended; no secret. */
import { randomUUID } from 'node:crypto'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { blotAddress } from './upload-key-address.ts'

export function logOptions(logger: FastifyServerOptions['logger']): FastifyServerOptions {
  const options = { genReqId: requestIds() }
  if (logger === false || logger === undefined) {
    return options
  }
  return {
    ...options,
    logger: {
      ...(logger === true ? {} : logger),
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: blotAddress(request.url),
          address: request.ip,
        }),
      },
    },
  }
}

/** Of one process like no other's, and counted within it: a random one for each request would cost more. */
function requestIds(): () => string {
  const process = randomUUID().slice(0, 13)
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
