import { areRoundsOver, finishSeason } from '@rollcall/contract/leagues-season'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { listRounds } from './rounds.ts'

/** An organiser says that no further round comes, or that some may. */
export function serveFinishSeason(serve: Serve, { changes, now }: AppContext): void {
  serve(finishSeason, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const rounds = await listRounds(trx, { seriesId: series.id, now: now() })
      if (body.isFinished && !areRoundsOver(rounds)) {
        throw new ApiError('season_not_over')
      }
      const { numUpdatedRows } = await trx
        .updateTable('event_series')
        .set(({ fn, val, ref }) => ({
          finished_at: body.isFinished ? fn.coalesce(ref('finished_at'), val(now())) : null,
        }))
        .where('id', '=', series.id)
        .where('league_rules', 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) {
        throw new ApiError('league_without_rules')
      }
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: body.isFinished ? 'season-finished' : 'season-goes-on',
        facts: { number: String(series.id), series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}
