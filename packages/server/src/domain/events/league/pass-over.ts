import { considerAgain, passOver } from '@rollcall/contract/leagues-prizes'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { findLeague } from './find-league.ts'
import { EMPTY, type LeagueTables } from './kept-tables.ts'
import { storePassedOver } from './passed-over.ts'
import { listRounds } from './rounds.ts'
import { findSeenRow } from './stored-rows.ts'

/** Lets prizes pass somebody by, and takes that back. */
export function servePassOver(
  serve: Serve,
  { db, changes, now, tables }: AppContext & { tables: LeagueTables },
): void {
  serve(passOver, async (call) => {
    const { caller, params, body } = call
    const seriesId = params.id
    const { rules, canEdit } = await findLeague(db, { seriesId, viewer: caller })
    if (!canEdit) {
      return UNAUTHORIZED
    }
    const rounds = await listRounds(db, { seriesId, now: now() })
    const table = rules === null ? EMPTY : await tables.get(rules, rounds)
    const owner = await findSeenRow(db, table, body.row)
    return changes.transaction(async (trx) => {
      const series = await lockSeries(trx, { seriesId, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const id = await storePassedOver(trx, { seriesId, owner, reason: body.reason })
      announce(trx, await listSeriesTopics(trx, seriesId))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'row-passed-over',
        facts: { number: String(series.id), series: series.name, reason: body.reason },
      })
      return { status: 'success' as const, id }
    })
  })

  serve(considerAgain, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { numDeletedRows } = await trx
        .deleteFrom('league_passed_over')
        .where('id', '=', params.passedOverId)
        .where('series_id', '=', series.id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) {
        throw new ApiError('not_passed_over')
      }
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'row-considered-again',
        facts: { number: String(series.id), series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}
