/**
 * The public page without a WebSocket: where its view is, and the view. What viewers see now is no secret and the same
 * for everybody, so a cache in front of the server asks once for all of them (decision 155). It keeps no refusal.
 */
import { getShowFrame, getShowNow } from '@rollcall/contract/show-links'
import { ApiError } from '../../edge/api-error.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import type { Shows } from './shows.ts'

export function serveFrames(serve: Serve, shows: Shows): void {
  serve(getShowNow, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    const { answer, show } = await shows.getPublic(params.token)
    const nextInMs = await shows.findNextInMs(show.event.id)
    reply.header('cache-control', 'public, max-age=1')
    return { version: answer.digest, nextInMs }
  })

  // Only what viewers see now has an address: what is covered again, or not due yet, is not found.
  serve(getShowFrame, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store')
    const { answer } = await shows.getPublic(params.token)
    if (answer.digest !== params.version) {
      throw new ApiError('no_such_link')
    }
    reply.header('cache-control', 'public, max-age=60')
    return answer
  })
}
