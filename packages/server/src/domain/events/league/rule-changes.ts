/** How the rules of a league were changed, for everybody. docs/decisions/168-rules-change-with-a-date.md */

import { isDeepStrictEqual } from 'node:util'
import { hasCounted, LeagueRules, type RuleChange } from '@rollcall/contract/leagues'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { listRounds } from './rounds.ts'

/** How many are listed. */
const MOST_CHANGES = 20

/** The latest, the earliest of them first; without those that were taken back. */
export async function listRuleChanges(
  db: Db,
  { seriesId, rules }: { seriesId: number; rules: LeagueRules | null },
): Promise<RuleChange[]> {
  const rows = await db
    .selectFrom('league_rule_changes')
    .select(['changed_at as changedAt', 'reason', 'rules_before as stored'])
    .where('series_id', '=', seriesId)
    .orderBy('id', 'desc')
    .limit(MOST_CHANGES)
    .execute()
  const changes = rows.toReversed().map(({ changedAt, reason, stored }) => ({
    ...{ at: changedAt.toISOString(), reason },
    before: LeagueRules.parse(stored),
  }))
  const now = rules && LeagueRules.parse(rules)
  return changes.filter(
    ({ before }, index) => !isDeepStrictEqual(before, changes[index + 1]?.before ?? now),
  )
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
  // A voided round may count again.
  const isFinal = rounds.some(
    ({ state, finalAt }) => state === 'final' || (state === 'voided' && finalAt !== null),
  )
  if (isDeepStrictEqual(before, after) || !(isFinal || rounds.some(hasCounted))) {
    return
  }
  if (isFinal && after === null) {
    throw new ApiError('league_has_final_rounds')
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
