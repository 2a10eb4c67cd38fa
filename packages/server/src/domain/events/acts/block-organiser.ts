import { blockOrganiser } from '@rollcall/contract/events-participation'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { ownsEvent } from '../../rights/event.ts'
import { ownsSeries } from '../../rights/series.ts'
import { isFound } from '../../visibility/found-people.ts'
import { stopHelpingOwner } from '../helpers/helped.ts'
import { endEntries } from '../league/entering/entrants.ts'
import { leaveEvents } from '../participation.ts'

/**
 * The organiser can no longer add the user. The user also leaves the organiser's events that have not ended, and no
 * longer helps to run any.
 */
export function serveBlockOrganiser(serve: Serve, { changes, now }: AppContext): void {
  serve(blockOrganiser, ({ caller: { userId }, params: { id: organiserId } }) =>
    changes.transaction(async (trx) => {
      if (organiserId === userId) {
        throw new ApiError('own_block')
      }
      // Stops everybody from adding the user to the organiser's events meanwhile.
      const organiser = await trx
        .selectFrom('users as user')
        .select('user.id')
        .where('user.id', '=', organiserId)
        // Those who are blocked are listed with their names.
        .where(isFound(userId))
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (organiser === undefined) {
        throw new ApiError('no_such_user')
      }
      await trx
        .insertInto('organiser_blocks')
        .values({ user_id: userId, organiser_id: organiserId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await leaveEvents(trx, {
        userId,
        events: ownsEvent(organiserId),
        now: now(),
        hasLeft: false,
      })
      await endEntries(trx, { userId, now: now(), which: isStreamerOf(organiserId) })
      await stopHelpingOwner(trx, { userId, ownerId: organiserId })
      return { status: 'success' as const }
    }),
  )
}

const isStreamerOf = (organiserId: number) => sql<boolean>`(entry.kind = 'streamer' and exists (
  select from event_series as series
  where series.id = entry.series_id and ${ownsSeries(organiserId)}
))`
