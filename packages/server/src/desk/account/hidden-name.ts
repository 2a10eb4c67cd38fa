import { updateHiddenRacers } from '../../domain/people/racer-names.ts'
import { lockSignIns } from '../../domain/people/sign-in/sign-in.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Db } from '../../platform/database/schema.ts'

/** @param since null: the name is shown; a later instant does not replace an earlier one */
export async function chooseWhetherHidden(
  trx: Db,
  { userId, since }: { userId: number; since: Date | null },
): Promise<void> {
  // A sign-in may be giving one of the logins to somebody else.
  await lockSignIns(trx)
  await trx
    .updateTable('users')
    .set({ hides_name_since: since })
    .where('id', '=', userId)
    .where('hides_name_since', since === null ? 'is not' : 'is', null)
    .execute()
  announce(trx, await updateHiddenRacers(trx, [userId]))
}
