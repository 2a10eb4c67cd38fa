import { randomUUID } from 'node:crypto'
import type { FastifyRequest, FastifyServerOptions } from 'fastify'
import { redactAddress } from './redact-secrets.ts'

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
          url: redactAddress(request.url),
          address: request.ip,
        }),
      },
    },
  }
}

function requestIds(): () => string {
  const process = randomUUID().slice(0, 13)
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}
