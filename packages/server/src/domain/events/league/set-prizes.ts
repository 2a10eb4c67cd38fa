import { setLeaguePrizes } from '@rollcall/contract/leagues-prizes'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

/** Says what the ranks of a league win. */
export function serveSetPrizes(serve: Serve, { changes, now }: AppContext): void {
  serve(setLeaguePrizes, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      await trx
        .updateTable('event_series')
        .set({ league_prizes: body.prizes })
        .where('id', '=', series.id)
        .execute()
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'prizes-set',
        facts: { number: String(series.id), series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}
