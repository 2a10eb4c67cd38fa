import type { BadgeFacts, BadgeKey } from '@rollcall/scoring/badges'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import { isOfOneOf, isOfOwner, type Owner } from './owners.ts'

export interface BadgeToWrite extends Owner {
  key: BadgeKey
  /** Which title it is; '' for a badge that people can have only once. */
  subject: string
  /** The game that earned it; null if no game did. */
  gameId: number | null
  facts: BadgeFacts
}

/** Writes the badges of these kinds that these owners have now. */
export async function writeBadgesOf(
  trx: Db,
  badges: readonly BadgeToWrite[],
  { owners, keys, now }: { owners: readonly Owner[]; keys: readonly BadgeKey[]; now: Date },
): Promise<void> {
  const isInScope = sql<boolean>`row.key = any(${keys}::text[]) and ${isOfOneOf(owners)}`
  await write(trx, badges, { isInScope, now })
}

/** Writes who has the title now, or the titles of its kind whose subjects are meant. */
export async function writeTitles(
  trx: Db,
  titles: readonly BadgeToWrite[],
  { key, isMeant, now }: { key: BadgeKey; isMeant: RawBuilder<boolean>; now: Date },
): Promise<void> {
  // With the words of the index of titles.
  const isInScope = sql<boolean>`row.key = ${key} and row.subject <> '' and ${isMeant}`
  await write(trx, titles, { isInScope, now })
}

/**
 * Gives the badges that are not there or were taken back, and takes back those in scope that are not among these. The
 * time when a badge was first given never changes. Writing the same badges twice changes nothing.
 *
 * @param isInScope of the query's `row`
 */
async function write(
  trx: Db,
  badges: readonly BadgeToWrite[],
  { isInScope, now }: { isInScope: RawBuilder<boolean>; now: Date },
): Promise<void> {
  const written = sql`(
    select * from unnest(
      ${badges.map(({ userId }) => userId)}::integer[],
      ${badges.map(({ racerId }) => racerId)}::integer[],
      ${badges.map(({ key }) => key)}::text[],
      ${badges.map(({ subject }) => subject)}::text[],
      ${badges.map(({ gameId }) => gameId)}::bigint[],
      ${badges.map(({ facts }) => JSON.stringify(facts))}::jsonb[]
    ) as owner (user_id, racer_id, key, subject, game_id, facts)
  )`
  await sql`
    update racer_badges as row set taken_back_at = ${now}
    where row.taken_back_at is null and ${isInScope} and not exists (
      select from ${written} as owner
      where ${isOfOwner} and owner.key = row.key and owner.subject = row.subject
    )`.execute(trx)
  await sql`
    insert into racer_badges as known (user_id, racer_id, key, subject, game_id, facts, given_at)
    select user_id, racer_id, key, subject, game_id, facts, ${now}::timestamptz from ${written} as badge
    on conflict (user_id, racer_id, key, subject) do update set
      game_id = excluded.game_id, facts = excluded.facts, taken_back_at = null
    where (known.game_id, known.facts, known.taken_back_at)
      is distinct from (excluded.game_id, excluded.facts, null)`.execute(trx)
}
