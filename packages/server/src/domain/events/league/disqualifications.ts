/** Who is disqualified from a whole league, found in its table as rows that are passed over. docs/decisions/175 */
import { MAX_DISQUALIFIED } from '@rollcall/contract/leagues-disqualified'
import type { AdjustmentReason } from '@rollcall/scoring/adjustments'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { userNames } from '../../people/user-names.ts'
import type { RowOwner } from './round-results.ts'
import {
  choicesOf,
  chooseRow,
  joinStoredRow,
  ownerColumns,
  type RowChoices,
  STORED_ROW,
  type StoredRow,
} from './stored-rows.ts'
import type { Results } from './table.ts'

interface Details {
  id: number
  reason: AdjustmentReason
  note: string | null
  author: { username: string; display_name?: string }
  at: Date
}

export interface Disqualification extends Details {
  choices: RowChoices
}

/** In the order in which they were disqualified. */
export async function listDisqualifications(db: Db, seriesId: number): Promise<Disqualification[]> {
  const { rows } = await sql<StoredRow & Details>`
    select entry.id, entry.reason, entry.note, ${userNames('author')} as author, entry.at,
      ${STORED_ROW}
    from league_disqualifications as entry
    join users as author on author.id = entry.author_id
    ${joinStoredRow}
    where entry.series_id = ${seriesId}
    order by entry.id`.execute(db)
  return rows.map(({ id, reason, note, author, at, ...row }) => ({
    ...{ id, reason, note, author, at },
    choices: choicesOf(row),
  }))
}

/** By row of a table. */
export const disqualifiedIn = <Entry extends { choices: RowChoices }>(
  entries: readonly Entry[],
  owners: ReadonlyMap<string, RowOwner>,
): Map<string, Entry> =>
  new Map(entries.map((entry) => [chooseRow(entry.choices, owners).row, entry]))

/** What organisers wrote about a row of the table; null: nothing. */
export async function findNote(
  db: Db,
  { seriesId, table, row }: { seriesId: number; table: Pick<Results, 'owners'>; row: string },
): Promise<string | null> {
  const entries = await listDisqualifications(db, seriesId)
  return disqualifiedIn(entries, table.owners).get(row)?.note ?? null
}

/**
 * Needs a transaction that has locked the series.
 *
 * @returns the id of its entry, an existing one if there is one
 * @throws {ApiError} if there are too many
 */
export async function storeDisqualification(
  trx: Db,
  {
    seriesId,
    owner,
    reason,
    note,
    authorId,
    now,
  }: Pick<Details, 'reason' | 'note'> & {
    seriesId: number
    owner: RowOwner
    authorId: number
    now: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into league_disqualifications (
      series_id, user_id, racer_id, later_channel_id, reason, note, author_id, at
    )
    values (
      ${seriesId}, ${ownerColumns(owner)}, ${reason}, ${note === '' ? null : note}, ${authorId}, ${now}
    )
    on conflict (series_id, user_id, racer_id, later_channel_id) do update set
      reason = excluded.reason, note = excluded.note, author_id = excluded.author_id, at = excluded.at
    returning id`.execute(trx)
  const [entry] = rows
  if (entry === undefined) {
    throw new Error('a row of a table is of somebody who is stored')
  }
  const { number } = await trx
    .selectFrom('league_disqualifications')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (number > MAX_DISQUALIFIED) {
    throw new ApiError('too_many_disqualified', { most: MAX_DISQUALIFIED })
  }
  return entry.id
}
