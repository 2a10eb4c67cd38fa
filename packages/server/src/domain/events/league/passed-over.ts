/** Who wins no prize of a league: stored for a person or a login, and found in the table by the key of its row. */
import { MAX_PASSED_OVER } from '@rollcall/contract/leagues-prizes'
import type { PassedOverReason } from '@rollcall/scoring/prizes'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import type { RowOwner } from './round-results.ts'
import {
  choicesOf,
  joinStoredRow,
  ownerColumns,
  type RowChoices,
  STORED_ROW,
  type StoredRow,
} from './stored-rows.ts'

interface PassedOver {
  id: number
  reason: PassedOverReason
  choices: RowChoices
}

/** In the order in which they were passed over. */
export async function listPassedOver(db: Db, seriesId: number): Promise<PassedOver[]> {
  const { rows } = await sql<StoredRow & Pick<PassedOver, 'id' | 'reason'>>`
    select entry.id, entry.reason, ${STORED_ROW}
    from league_passed_over as entry
    ${joinStoredRow}
    where entry.series_id = ${seriesId}
    order by entry.id`.execute(db)
  return rows.map(({ id, reason, ...row }) => ({ id, reason, choices: choicesOf(row) }))
}

/**
 * Needs a transaction that has locked the series.
 *
 * @returns the id of its entry, an existing one if there is one
 * @throws {ApiError} if there are too many
 */
export async function storePassedOver(
  trx: Db,
  { seriesId, owner, reason }: { seriesId: number; owner: RowOwner; reason: PassedOverReason },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into league_passed_over (series_id, user_id, racer_id, later_channel_id, reason)
    values (${seriesId}, ${ownerColumns(owner)}, ${reason})
    on conflict (series_id, user_id, racer_id, later_channel_id)
      do update set reason = excluded.reason
    returning id`.execute(trx)
  const [entry] = rows
  if (entry === undefined) {
    throw new Error('a row of a table is of somebody who is stored')
  }
  const { number } = await trx
    .selectFrom('league_passed_over')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (number > MAX_PASSED_OVER) {
    throw new ApiError('too_many_passed_over', { most: MAX_PASSED_OVER })
  }
  return entry.id
}
