import { HELPER_CALLS } from '@rollcall/contract/helpers'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { serveAppointHelper } from './appoint-helper.ts'
import { serveRemoveHelper, serveStopHelping } from './end-help.ts'
import { findRights, type Helped } from './helped.ts'
import { listHelpers } from './list-helpers.ts'

/** The calls about helpers, for events and for series. */
export function serveHelpers(serve: Serve, context: AppContext): void {
  for (const kind of ['event', 'series'] as const) {
    serveListHelpers(serve, context, kind)
    serveAppointHelper(serve, context, kind)
    serveRemoveHelper(serve, context, kind)
    serveStopHelping(serve, context, kind)
  }
}

function serveListHelpers(serve: Serve, { db }: AppContext, kind: Helped['kind']): void {
  serve(HELPER_CALLS[kind].list, async ({ caller, params }) => {
    const helped = { kind, id: params.id }
    const rights = await findRights(db, helped, caller)
    if (rights === null) {
      throw new ApiError(kind === 'event' ? 'no_such_event' : 'no_such_series')
    }
    if (!rights.mayEdit) {
      return UNAUTHORIZED
    }
    const helpers = await listHelpers(db, helped)
    return {
      canAppoint: rights.mayAppoint,
      helpers: helpers.map(({ names, addedAt, ...helper }) => ({
        ...helper,
        ...names,
        addedAt: addedAt.toISOString(),
      })),
    }
  })
}
