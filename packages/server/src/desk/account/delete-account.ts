/** Deletes accounts whose 14 days are over: docs/decisions/102-deleting-an-account.md. */

import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { leaveDivisions } from '../../domain/events/league/divisions/members.ts'
import { endEntries } from '../../domain/events/league/entering/entrants.ts'
import { endMemberships } from '../../domain/events/league/teams/memberships.ts'
import { lockNames } from '../../domain/intake/names/deleted-names.ts'
import {
  type FilesRead,
  readStoredFiles,
  renameInStoredFiles,
} from '../../domain/intake/names/rename-in-files.ts'
import { lastOwnersOf } from '../../domain/people/login-owners.ts'
import { deletedLogin, hashOfLogin, hashOfPerson } from '../../domain/people/privacy-hashes.ts'
import { updateHiddenRacers } from '../../domain/people/racer-names.ts'
import { lockSignIns } from '../../domain/people/sign-in/sign-in.ts'
import { ownsEvent } from '../../domain/rights/event.ts'
import { HELPS_IN_EVENT } from '../../domain/rights/helpers.ts'
import { ownsSeries } from '../../domain/rights/series.ts'
import type { AppContext } from '../../edge/app-context.ts'
import { announce } from '../../platform/changes/change-feed.ts'
import type { Topic } from '../../platform/changes/topics.ts'
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts'
import { claimDue, DueJobs, type DueQueue, findNextDue } from '../../platform/database/due-jobs.ts'
import type { Db } from '../../platform/database/schema.ts'
import { type Forgotten, forgetRacers, renamedLogins } from './forget-racers.ts'

type Context = Pick<AppContext, 'changes' | 'db' | 'slowDb' | 'keys' | 'now' | 'warn'>

export function startDeletingAccounts(app: FastifyInstance, context: Context): void {
  const { db, warn } = context
  const queue = makeQueue(context)
  const take = () => deleteNextAccount(context)
  new DueJobs({ name: 'Accounts to delete', db, queue, take, warn }).start(app)
}

const makeQueue = ({ now }: Pick<Context, 'now'>): DueQueue => ({
  from: sql`users as job`,
  isWaiting: sql<boolean>`job.deletes_at is not null`,
  dueAt: sql<Date>`job.deletes_at`,
  now: () => sql<Date>`${now()}::timestamptz`,
})

/**
 * Deletes the next account that is due, unless another process is deleting one. Returns how many it deleted, 1 or 0:
 * 0 also if the person has signed in under another login or keeps the account after all.
 */
export function deleteNextAccount(context: Context): Promise<number> {
  const key = context.keys.privacy
  const work = async (trx: Db) => {
    const queue = makeQueue(context)
    const next = (await isOnlyOne(trx)) ? await findNextDue(trx, queue) : undefined
    if (next === undefined) {
      return 0
    }
    const asked = { userId: next, now: context.now() }
    const before = await findForgotten(trx, asked)
    const deleted = renamedLogins(key, [before])
    // This takes long, so only files that arrive meanwhile are left for when uploads and sign-ins wait.
    const done: FilesRead = new Map()
    await readStoredFiles(trx, deleted, done)
    await lockNames(trx)
    // Before the claim, because a sign-in locks the user's row too.
    await lockSignIns(trx)
    const [userId] = await claimDue(trx, queue, 1)
    if (userId !== next || !isDeepStrictEqual(await findForgotten(trx, asked), before)) {
      return 0
    }
    const topics = await listTopics(trx, userId)
    await renameInStoredFiles(trx, deleted, done)
    await deleteAccount(trx, key, asked)
    announce(trx, topics)
    return 1
  }
  // Its statements read every receipt.
  return context.changes.transaction(work, context.slowDb)
}

async function isOnlyOne(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.deletions}) as "isLocked"`.execute(trx)
  return rows[0]?.isLocked === true
}

interface DeletionParams {
  userId: number
  now: Date
}

/** What stored files, rows and facts may call the person. */
export async function findForgotten(trx: Db, { userId, now }: DeletionParams): Promise<Forgotten> {
  const { login, username, displayName } = await trx
    .selectFrom('users')
    .select(['login', 'username', 'display_name as displayName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const names = [...new Set([login, username, displayName ?? username])]
  return { racers: await listOwnRacers(trx, userId), names, since: now }
}

/**
 * Leaves the user's row without anything about the person, for the events, channel and receipts that refer to it. Other
 * nouns' rows are deleted here too, so that one place shows what goes. Needs what `forgetRacers` needs, and the lock of
 * sign-ins.
 */
export async function deleteAccount(
  trx: Db,
  key: Uint8Array,
  { userId, now }: DeletionParams,
): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['platform', 'platform_user_id as platformUserId', 'login'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const forgotten = await findForgotten(trx, { userId, now })
  const name = `Deleted account ${userId}`
  const address = deletedLogin(hashOfLogin(key, user))
  await forgetRacers(trx, key, forgotten)
  await deleteBelongings(trx, userId)
  await endMemberships(trx, { userId, now })
  await endEntries(trx, { userId, now })
  await leaveDivisions(trx, { userId, now })

  const hash = hashOfPerson(key, user)
  await trx
    .deleteFrom('admin_bindings')
    .where('platform', '=', user.platform)
    .where('platform_user_id', '=', user.platformUserId)
    .execute()
  await trx
    .updateTable('users')
    .set({
      // If the person signs in again, they have a new account.
      platform_user_id: `deleted ${hash.toString('hex')} ${userId}`,
      ...{ login: address, username: name, display_name: null, profile_image_url: null },
      ...{ time_zone: null, deletes_at: null, deleted_at: now, hides_name_since: now },
    })
    .where('id', '=', userId)
    .execute()
  await trx
    .updateTable('channels')
    .set({ login: address, name })
    .where('user_id', '=', userId)
    .execute()
  await updateHiddenRacers(trx, [userId])
  await trx
    .insertInto('deleted_hashes')
    .values({ hash, since: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ since: now }))
    .execute()
}

/** The logins whose owner, or last owner, the user is. */
async function listOwnRacers(trx: Db, userId: number) {
  const { rows } = await sql<{ platform: string; login: string }>`
    select platform, login from ${lastOwnersOf([userId])} as owned
    where user_id = ${userId}
    order by platform, login`.execute(trx)
  return rows
}

async function deleteBelongings(trx: Db, userId: number): Promise<void> {
  for (const table of [
    'api_keys',
    'calendar_links',
    'channel_overlays',
    'helpers',
    'objections',
    'sessions',
    'upload_keys',
    'visits',
  ] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  await sql`update helpers set added_by = null where added_by = ${userId}`.execute(trx)
  await sql`
    delete from league_passed_over where user_id = ${userId}
      or racer_id in (
        select racer.id from ${lastOwnersOf([userId])} as owned
        join racers as racer on racer.platform = owned.platform and racer.login = owned.login
        where owned.user_id = ${userId}
      )`.execute(trx)
  await sql`
    delete from companion_codes where answered_by = ${userId}
      or key_hash in (select key_hash from companions where user_id = ${userId})`.execute(trx)
  await sql`
    update uploads set companion_id = null
    where companion_id in (select id from companions where user_id = ${userId})`.execute(trx)
  await trx.deleteFrom('companions').where('user_id', '=', userId).execute()
  await sql`
    delete from discord_webhooks
    where event_id in (select event.id from events as event where ${ownsEvent(userId)})
      or series_id in (select series.id from event_series as series where ${ownsSeries(userId)})
      or channel_id in (select id from channels where user_id = ${userId})`.execute(trx)
  await sql`
    update user_reports set details = '', answer = case when answer is not null then '' end
    where reporter_id = ${userId}
      or channel_id in (select id from channels where user_id = ${userId})`.execute(trx)
  // Also those of other people about their rows.
  await sql`
    update event_adjustments set note = null
    where author_id = ${userId} or racer_id in (
      select racer.id from ${lastOwnersOf([userId])} as owned
      join racers as racer on racer.platform = owned.platform and racer.login = owned.login
      where owned.user_id = ${userId}
    )`.execute(trx)
  await sql`
    update league_disqualifications set note = null
    where author_id = ${userId} or user_id = ${userId} or racer_id in (
      select racer.id from ${lastOwnersOf([userId])} as owned
      join racers as racer on racer.platform = owned.platform and racer.login = owned.login
      where owned.user_id = ${userId}
    )`.execute(trx)
  await sql`update uploads set address = '' where user_id = ${userId}`.execute(trx)
  await sql`update audit_log set address = '' where user_id = ${userId}`.execute(trx)
}

/** Everything that shows the user's names. */
async function listTopics(trx: Db, userId: number): Promise<Topic[]> {
  const { rows } = await sql<{ topic: Topic }>`
    select 'session:' || id as topic from sessions where user_id = ${userId}
    union all select 'channel:' || id from channels where user_id = ${userId}
    union all select 'event:' || event.id || '/details' from events as event where ${ownsEvent(userId)}
    union all
    select 'event:' || event_id || '/details' from event_participants where user_id = ${userId}
    union all select 'event:' || event_id || '/details' from objections where user_id = ${userId}
    union all
    select 'event:' || event.id || '/details' from events as event
    join helpers as helper on ${HELPS_IN_EVENT}
    where ${userId} in (helper.user_id, helper.added_by)`.execute(trx)
  return [
    'names',
    'logins',
    `companions:${userId}`,
    `uploads:${userId}`,
    ...rows.map(({ topic }) => topic),
  ]
}
