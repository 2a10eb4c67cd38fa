import { LeagueRules, setLeagueRules } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import type { AppContext } from '../../../edge/app-context.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { forgetPrescriptions } from '../../scoring/prescribed-games.ts'
import { actorOf, recordUnlessOwner } from '../../site/audit-log.ts'
import { lockSeries } from '../locks.ts'
import { listSeriesTopics } from '../queries.ts'
import { UNAUTHORIZED } from '../refusals.ts'
import { checkNamedGame, freezePlaces } from './named-game.ts'
import { refuseOtherTeams } from './row-kinds.ts'
import { noteRuleChange } from './rule-changes.ts'

/** Makes a series a league, or changes how its rounds are added up. */
export function serveSetLeagueRules(serve: Serve, { changes, now }: AppContext): void {
  serve(setLeagueRules, (call) =>
    changes.transaction(async (trx) => {
      const { caller, params, body } = call
      const series = await lockSeries(trx, { seriesId: params.id, act: 'edit', viewer: caller })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { rules } = body
      const before = await readRules(trx, series.id)
      if (before !== null) {
        await noteRuleChange(trx, {
          ...{ seriesId: series.id, before, after: rules, reason: body.reason },
          ...{ userId: caller.userId, now: now() },
        })
      }
      await storeRules(trx, { seriesId: series.id, before, rules, now: now() })
      if (rules === null) {
        await forgetPrescriptions(trx, sql<boolean>`event.series_id = ${series.id}`)
      }
      announce(trx, await listSeriesTopics(trx, series.id))
      await recordUnlessOwner(trx, actorOf(call, now()), {
        ownerId: series.ownerId,
        act: rules === null ? 'league-removed' : 'league-rules-changed',
        facts: { number: String(series.id), series: series.name },
      })
      return { status: 'success' as const }
    }),
  )
}

interface Storing {
  seriesId: number
  before: LeagueRules | null
  rules: LeagueRules | null
  now: Date
}

/**
 * Stores the rules, and nothing about their change. The caller has locked the series.
 *
 * @throws {ApiError} if the league cannot have them
 */
export async function storeRules(
  trx: Db,
  { seriesId, before, rules, now }: Storing,
): Promise<void> {
  if (rules !== null) {
    await refuseOtherTeams(trx, { seriesId, rules })
  }
  await checkNamedGame(trx, { seriesId, before, after: rules, now })
  await trx
    .updateTable('event_series')
    .set({ league_rules: rules && JSON.stringify(rules) })
    .where('id', '=', seriesId)
    .execute()
  const named = rules?.namedGame
  if (named !== undefined && named.gameId !== before?.namedGame?.gameId) {
    await freezePlaces(trx, { seriesId, eventId: named.eventId, now })
  }
}

async function readRules(trx: Db, seriesId: number): Promise<LeagueRules | null> {
  const { rules } = await trx
    .selectFrom('event_series')
    .select('league_rules as rules')
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow()
  return rules === null ? null : LeagueRules.parse(rules)
}
