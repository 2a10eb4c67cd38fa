/** An organiser makes, replaces or takes away the address of a league's public page. */
import { makeLeagueLink, removeLeagueLink } from '@rollcall/contract/leagues'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { makeToken } from '../../../edge/made-keys.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'

export function serveLeagueLinks(serve: Serve, { changes, now }: AppContext): void {
  serve(makeLeagueLink, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const token = makeToken()
      if (!(await storeToken(trx, series.id, token))) {
        throw new ApiError('league_without_rules')
      }
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'league-link',
        facts: { number: String(series.id), series: series.name },
      })
      return { token }
    }),
  )

  serve(removeLeagueLink, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      await storeToken(trx, series.id, null)
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: 'league-link-removed',
        facts: { number: String(series.id), series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}

/** @returns whether it was stored: only a league has a link */
async function storeToken(trx: Db, seriesId: number, token: string | null): Promise<boolean> {
  // With the old address.
  announce(trx, await listSeriesTopics(trx, seriesId))
  const { numUpdatedRows } = await trx
    .updateTable('event_series')
    .set({ public_token: token })
    .where('id', '=', seriesId)
    .$if(token !== null, (query) => query.where('league_rules', 'is not', null))
    .executeTakeFirst()
  if (token !== null) announce(trx, [`link:${token}`])
  return numUpdatedRows > 0n
}
