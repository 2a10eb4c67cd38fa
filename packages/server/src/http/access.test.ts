import type { Access } from '@rollcall/contract/endpoint'
import { endpoint } from '@rollcall/contract/endpoint'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { recogniseCallers, type Sessions, type SignedIn } from './access.ts'
import { answerErrors } from './error-reply.ts'
import { serveOn } from './serve-endpoint.ts'

const SOMEONE: SignedIn = {
  sessionId: 'session',
  userId: 7,
  platform: 'twitch',
  login: 'someone',
  username: 'someone',
  profileImageUrl: null,
  isAdmin: false,
  snapshot: '1:1:',
}

/** `user` and `admin` are tokens of live sessions, `mixed-up` names another user than its session. */
const sessions: Sessions = {
  readToken: async (token) =>
    token === 'garbage' ? null : { sessionId: token, userId: token === 'mixed-up' ? 8 : 7 },
  findLive: async (sessionId) =>
    sessionId === 'ended' ? null : { ...SOMEONE, isAdmin: sessionId === 'admin' },
}

async function statusOf(access: Access, authorization: string | undefined): Promise<number> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerErrors(app)
  recogniseCallers(app, sessions)
  const response = z.object({})
  const probe = endpoint({
    noun: 'admin',
    method: 'GET',
    path: '/api/probe',
    access,
    summary: 'A probe',
    response,
  })
  serveOn(app, { sessions, forms: app })(probe, async () => ({}))
  const headers = authorization === undefined ? {} : { authorization }
  return (await app.inject({ method: 'GET', url: '/api/probe', headers })).statusCode
}

describe('access', () => {
  it.each<[Access, Record<string, number>]>([
    ['anyone', { none: 200, bad: 401, user: 200, admin: 200 }],
    ['upload-proof', { none: 200, bad: 401, user: 200, admin: 200 }],
    ['user', { none: 401, bad: 401, user: 200, admin: 200 }],
    ['admin', { none: 401, bad: 401, user: 403, admin: 200 }],
    // The handler asks the platform what the token is worth.
    ['platform-token', { none: 200, bad: 200, user: 200, admin: 200 }],
  ])('%s', async (access, expected) => {
    expect({
      none: await statusOf(access, undefined),
      bad: await statusOf(access, 'Bearer garbage'),
      user: await statusOf(access, 'Bearer user'),
      admin: await statusOf(access, 'bearer  admin '),
    }).toEqual(expected)
  })

  it.each(['Bearer ended', 'Bearer mixed-up', 'Bearer', 'Basic admin', 'admin', 'Bearer a b', ''])(
    'is not had by %j, not even where none is needed',
    async (authorization) => {
      expect(await statusOf('admin', authorization)).toBe(401)
      expect(await statusOf('anyone', authorization)).toBe(401)
    },
  )
})
