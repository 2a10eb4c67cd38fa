import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { findUser, type User } from '../auth/users.ts'
import { findCredential, proveChannel, refuseEndedSession } from './channel-proof.ts'
import { UploadProblem } from './formats/problem.ts'

/**
 * For calls of the companion that are no upload but need the same proof: gives the streamer of the
 * claimed channel, for an admin's call too.
 */
export function proveUploaderIn(context: AppContext) {
  return async (request: FastifyRequest, claim: string): Promise<User> => {
    try {
      refuseEndedSession(request)
      const credential = await findCredential(context, request, undefined)
      const { channel } = await proveChannel(context, request, { credential, claim })
      const streamer = channel.ownerId === null ? null : await findUser(context.db, channel.ownerId)
      if (streamer === null) {
        throw new UploadProblem('channel_missing', 'Nobody has signed in for this channel as yet.')
      }
      return streamer
    } catch (error) {
      throw error instanceof UploadProblem ? new ApiError(error, error.message) : error
    }
  }
}
