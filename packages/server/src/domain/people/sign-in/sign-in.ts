import { signIn } from '@rollcall/contract/auth'
import { canBeShown } from '@rollcall/scoring/names'
import { platformName } from '@rollcall/scoring/platforms'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { AppContext } from '../../../edge/app-context.ts'
import { isLoopbackRequest } from '../../../edge/loopback.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import { announce } from '../../../platform/changes/change-feed.ts'
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts'
import { foldNamesIn } from '../../../platform/database/folded-names.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { recordAct } from '../../site/audit-log.ts'
import { getSettings } from '../../site/settings.ts'
import type { Platforms } from '../platforms/all.ts'
import type { Platform, PlatformUser } from '../platforms/platform.ts'
import { deletedLogin, hashOfLogin, takeDeletedLogin, takeListedPerson } from '../privacy-hashes.ts'
import { updateHiddenRacers } from '../racer-names.ts'
import { bindAdmin } from './admin-bindings.ts'
import { claimLogin } from './login-ownership.ts'
import { signSessionToken } from './session-token.ts'
import { createSession } from './sessions.ts'
import { encryptToken } from './token-vault.ts'

/** Somebody who is just signing in. */
export interface Arrival {
  userId: number
  platform: string
  login: string
  username: string
  /** Whether the name or the picture has changed since the last sign-in. */
  hasChanged: boolean
  /** Whether the login became theirs with this sign-in. */
  hasClaimed: boolean
}

export type AfterSignIn = (trx: Db, user: Arrival) => Promise<void>

/** Until the end of the transaction nobody else signs in, so no login gets another owner. */
export async function lockSignIns(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.signIns})`.execute(trx)
}

/** Exchanges a platform token for a session token; docs/walks.md, "Sign-in". */
export function serveSignIn(
  serve: Serve,
  context: AppContext,
  { platforms, afterSignIn }: { platforms: Platforms; afterSignIn: AfterSignIn },
): void {
  const { config } = context
  const isPractice = config.platforms.length === 0
  serve(signIn, async ({ params, request }) => {
    if (isPractice && !isLoopbackRequest(request, config)) {
      throw new ApiError('practice_is_local')
    }
    const platform = platforms.get(params.platform)
    if (platform === undefined) {
      throw new ApiError('not_found')
    }
    if (request.bearer === null) {
      throw new ApiError('platform_token_missing', { platform: platformName(params.platform) })
    }
    const given = { ...params, token: request.bearer, address: request.ip }
    return { token: await signInWithPlatform(context, given, { platform, afterSignIn }) }
  })
}

async function signInWithPlatform(
  context: AppContext,
  { platform: name, token, address }: { platform: string; token: string; address: string },
  { platform, afterSignIn }: { platform: Platform; afterSignIn: AfterSignIn },
): Promise<string> {
  const { changes, keys, config, now } = context
  const user = await identify(platform, { name: platformName(name), token }, context)
  const sealedToken = encryptToken(keys.vault, token)
  const signedInAt = now()
  const session = await changes.transaction(async (trx) => {
    // Two users who swap names must not do so at the same moment.
    await lockSignIns(trx)
    const { userId, hasChanged } = await saveUser(trx, user, signedInAt)
    await foldNamesIn(trx, 'users')
    const username = chooseUsername(user)
    const { season } = await getSettings(trx)
    const hasClaimed = await claimLogin(trx, {
      ...user,
      deletedLogin: deletedLogin(hashOfLogin(keys.privacy, user)),
      userId,
      currentSeason: season,
      now: signedInAt,
    })
    await takeDeletedLogin(trx, keys.privacy, user)
    const hiddenSince = await takeListedPerson(trx, keys.privacy, user)
    if (hiddenSince !== null) {
      await trx
        .updateTable('users')
        .set({ hides_name_since: sql<Date>`coalesce(hides_name_since, ${hiddenSince})` })
        .where('id', '=', userId)
        .execute()
    }
    if (hasClaimed || hiddenSince !== null) {
      announce(trx, await updateHiddenRacers(trx, [userId]))
    }
    if (await bindAdmin(trx, user, { adminLogins: config.adminLogins, now: signedInAt })) {
      const actor = { userId, address, now: signedInAt }
      await recordAct(trx, actor, { act: 'admin-bound' })
    }
    const { platform: onPlatform, login } = user
    const signedIn = { userId, platform: onPlatform, login, username, hasChanged, hasClaimed }
    await afterSignIn(trx, signedIn)
    const sessionId = await createSession(trx, { userId, sealedToken, address, now: signedInAt })
    return { sessionId, userId }
  })
  return signSessionToken(keys.signing, session)
}

async function identify(
  platform: Platform,
  { name, token }: { name: string; token: string },
  { warn }: AppContext,
): Promise<PlatformUser> {
  const answer = await platform.identify(token)
  if (answer.kind === 'user') {
    return answer.user
  }
  if (answer.kind === 'refused') {
    throw new ApiError('platform_token_refused', { platform: name })
  }
  warn(`the platform is unreachable: ${answer.reason}`)
  throw new ApiError(
    'platform_unreachable',
    { platform: name },
    { headers: { 'retry-after': '60' } },
  )
}

/** The display name if it is the login in another letter case, otherwise the login. */
function chooseUsername(user: Pick<PlatformUser, 'login' | 'displayName'>): string {
  const displayName = user.displayName.normalize('NFC')
  return displayName.toLowerCase() === user.login ? displayName : user.login
}

const MAX_DISPLAY_NAME_LENGTH = 512

/** The platform's display name if we can show it, otherwise the username. */
function chooseDisplayName(user: Pick<PlatformUser, 'login' | 'displayName'>): string {
  const displayName = user.displayName.normalize('NFC').trim()
  const isFit = displayName.length <= MAX_DISPLAY_NAME_LENGTH && !/\p{Cc}/u.test(displayName)
  return isFit && canBeShown(displayName) ? displayName : chooseUsername(user)
}

async function saveUser(
  db: Db,
  user: PlatformUser,
  now: Date,
): Promise<{ userId: number; hasChanged: boolean }> {
  const attributes = {
    login: user.login,
    username: chooseUsername(user),
    display_name: chooseDisplayName(user),
    profile_image_url: user.profileImageUrl,
  }
  const before = await db
    .selectFrom('users')
    .select(['username', 'display_name', 'profile_image_url'])
    .where('platform', '=', user.platform)
    .where('platform_user_id', '=', user.platformUserId)
    .executeTakeFirst()
  const { id } = await db
    .insertInto('users')
    .values({
      platform: user.platform,
      platform_user_id: user.platformUserId,
      created_at: now,
      ...attributes,
    })
    .onConflict((conflict) =>
      conflict.columns(['platform', 'platform_user_id']).doUpdateSet(attributes),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const hasChanged =
    before?.username !== attributes.username ||
    before.display_name !== attributes.display_name ||
    before.profile_image_url !== attributes.profile_image_url
  return { userId: id, hasChanged }
}
