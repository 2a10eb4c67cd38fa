/** Who has badges: a user, with all of their logins, or a racer whose login nobody has ever owned. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/schema.ts'
import type { Person } from '../standings/person.ts'

export interface Owner {
  /** null for a racer without an owner. */
  userId: number | null
  racerId: number | null
}

export function ownerOf({ userId, racers }: Person): Owner {
  return { userId, racerId: userId === null ? (racers[0]?.racerId ?? null) : null }
}

/** A query's `owner`: `number` (the place in the list, from 0), `user_id` and `racer_id`. */
export function ownersAsRows(owners: readonly Owner[]): RawBuilder<unknown> {
  return sql`(
    select * from unnest(
      ${owners.map((_, index) => index)}::integer[],
      ${owners.map(({ userId }) => userId)}::integer[],
      ${owners.map(({ racerId }) => racerId)}::integer[]
    ) as owner (number, user_id, racer_id)
  )`
}

/** Whether the query's `row`, of badges or progress, belongs to its `owner`. A row has either a user or a racer. */
export const isOfOwner = sql<boolean>`(row.user_id = owner.user_id or row.racer_id = owner.racer_id)`

/** Whether the query's `row` belongs to one of these. */
export function isOfOneOf(owners: readonly Owner[]): RawBuilder<boolean> {
  const [users, racers] = [
    owners.flatMap(({ userId }) => userId ?? []),
    owners.flatMap(({ racerId }) => racerId ?? []),
  ]
  return sql<boolean>`(
    row.user_id = any(${users}::integer[]) or row.racer_id = any(${racers}::integer[])
  )`
}

/**
 * Somebody has signed in for the first time: what the racer had earned becomes theirs, without congratulations. A
 * badge that they already have stays as it is.
 */
export async function moveToUsers(trx: Db, people: readonly Person[]): Promise<void> {
  const moving = people.flatMap(({ userId, racers }) =>
    userId === null ? [] : racers.map(({ racerId }) => ({ userId, racerId })),
  )
  const owned = sql`unnest(
    ${moving.map(({ userId }) => userId)}::integer[],
    ${moving.map(({ racerId }) => racerId)}::integer[]
  ) as owned (user_id, racer_id)`
  // Two racers who are one person may have the same badge: theirs is the one that was given first.
  await sql`
    insert into racer_badges (user_id, key, subject, game_id, facts, given_at, taken_back_at)
    select owned.user_id, row.key, row.subject, row.game_id, row.facts, row.given_at, row.taken_back_at
    from (select distinct on (racer_id) * from ${owned}) as owned
    join racer_badges as row on row.racer_id = owned.racer_id
    order by row.taken_back_at is not null, row.given_at
    on conflict do nothing`.execute(trx)
  for (const table of ['racer_badges', 'badge_progress'] as const) {
    await sql`
      delete from ${sql.table(table)} as row using ${owned}
      where row.user_id is null and row.racer_id = owned.racer_id`.execute(trx)
  }
}
