/** How the rules of a league were changed, for everybody. docs/decisions/168-rules-change-with-a-date.md */

import { isDeepStrictEqual } from 'node:util'
import { hasCounted, type LeagueRules, type RuleChange } from '@rollcall/contract/leagues'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listRounds } from './rounds.ts'

/** The earliest first. */
export async function listRuleChanges(db: Db, seriesId: number): Promise<RuleChange[]> {
  const rows = await db
    .selectFrom('league_rule_changes')
    .select(['changed_at as changedAt', 'reason', 'rules_before as before'])
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .execute()
  return rows.map(({ changedAt, reason, before }) => ({
    ...{ at: changedAt.toISOString(), reason },
    before: before as LeagueRules,
  }))
}

interface Change {
  seriesId: number
  before: LeagueRules
  after: LeagueRules | null
  reason: string | undefined
  userId: number
  now: Date
}

/**
 * Notes a change, unless no round has counted yet or nothing changes. The caller has locked the series.
 *
 * @throws {ApiError} if a round is final, and there is no reason, or the rules would go
 */
export async function noteRuleChange(trx: Db, change: Change): Promise<void> {
  const { seriesId, before, after, reason, userId, now } = change
  const rounds = await listRounds(trx, { seriesId, now })
  if (isDeepStrictEqual(before, after) || !rounds.some(hasCounted)) {
    return
  }
  const isFinal = rounds.some(({ state }) => state === 'final')
  if (isFinal && after === null) {
    throw new ApiError('league_has_final_rounds')
  }
  if (after === null) {
    return
  }
  if (isFinal && reason === undefined) {
    throw new ApiError('rules_need_reason')
  }
  await trx
    .insertInto('league_rule_changes')
    .values({
      ...{ series_id: seriesId, changed_at: now, changed_by: userId },
      ...{ rules_before: JSON.stringify(before), reason: reason ?? null },
    })
    .execute()
}
