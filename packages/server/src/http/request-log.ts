/** What a request leaves in the log: an id, what was asked, from where, how it ended; no secret. */
import { randomUUID } from 'node:crypto'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { blotAddress } from './upload-key-address.ts'

export function logOptions(logger: FastifyServerOptions['logger']): FastifyServerOptions {
  const options = { genReqId: () => randomUUID() }
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
