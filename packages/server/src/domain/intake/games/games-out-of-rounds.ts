/** Warns about games that do not count in rounds that prescribe their games, and says why. */
import type { FileWarning } from '@rollcall/formats/problem'
import type { Refusal } from '@rollcall/scoring/prescription'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/schema.ts'
import { uploadWarning } from '../upload-problem.ts'

/** Needs the transaction that stored the games. @param of how many games the upload has */
export async function warnOfRounds(
  trx: Db,
  { gameIds, of }: { gameIds: readonly number[]; of: number },
): Promise<FileWarning[]> {
  const { rows } = await sql<{ round: string; refusal: Refusal; count: number }>`
    select event.name as round, decided.refusal, count(*) as count
    from prescribed_games as decided
    join events as event on event.id = decided.event_id
    where decided.game_id = any(${gameIds}::bigint[]) and decided.refusal is not null
    group by event.id, decided.refusal
    order by event.id, decided.refusal`.execute(trx)
  return rows.map((refused) => uploadWarning('not_in_round', { ...refused, of }))
}
