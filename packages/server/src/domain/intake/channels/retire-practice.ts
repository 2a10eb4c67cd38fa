import { sql } from 'kysely'
import { announce, type ChangeFeed } from '../../../platform/changes/change-feed.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { PRACTICE_ID_PREFIX } from '../../people/sign-in/practice-platform.ts'
import { checkLogins } from '../../standings/badge-checks.ts'
import { shareNamesLock } from '../names/deleted-names.ts'
import { switchChannelBack } from './handover.ts'

/**
 * Runs at a start with a real platform: ends practice users' sessions and rights. Their channels wait for the real
 * streamers with those names.
 */
export async function retirePractice(changes: ChangeFeed, now: Date): Promise<void> {
  await changes.transaction(async (trx) => {
    // Before channels are switched back to their snapshots, whose files name people.
    await shareNamesLock(trx)
    const ended = await endPractice(trx, now)
    const released = await releaseChannels(trx)
    announce(trx, [
      'logins',
      ...ended.map(({ id }) => `session:${id}` as const),
      ...released.map(({ id }) => `channel:${id}` as const),
    ])
  })
}

const practisedIn = (trx: Db) =>
  trx
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`starts_with(platform_user_id, ${PRACTICE_ID_PREFIX})`)

/** Returns the sessions that end. */
async function endPractice(trx: Db, now: Date): Promise<{ id: string }[]> {
  const practised = practisedIn(trx)
  const ended = await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('user_id', 'in', practised)
    .returning('id')
    .execute()
  await trx
    .deleteFrom('admin_bindings')
    .where(sql<boolean>`starts_with(platform_user_id, ${PRACTICE_ID_PREFIX})`)
    .execute()
  const freed = await trx
    .deleteFrom('login_periods')
    .where('user_id', 'in', practised)
    .returning(['platform', 'login'])
    .execute()
  await checkLogins(trx, freed)
  await trx.deleteFrom('upload_keys').where('user_id', 'in', practised).execute()
  await trx
    .updateTable('companions')
    .set({ disconnected_at: now })
    .where('disconnected_at', 'is', null)
    .where('user_id', 'in', practised)
    .execute()
  return ended
}

async function releaseChannels(trx: Db): Promise<{ id: number }[]> {
  const practised = practisedIn(trx)
  const handedOver = await trx
    .selectFrom('channels')
    .select('id')
    .where('user_id', 'in', practised)
    .where('handed_over_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id } of handedOver) {
    await switchChannelBack(trx, id)
  }
  return trx
    .updateTable('channels as channel')
    .set({ user_id: null })
    .where('user_id', 'in', practised)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('channels as waiting')
            .select(sql.lit(1).as('one'))
            .where('waiting.user_id', 'is', null)
            .whereRef('waiting.platform', '=', 'channel.platform')
            .whereRef('waiting.login', '=', 'channel.login'),
        ),
      ),
    )
    .returning('id')
    .execute()
}
