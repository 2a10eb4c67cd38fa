import { sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { recordAct } from '../../audit-log.ts'
import type { Db } from '../../database/schema.ts'
import { ApiError } from '../../http/api-error.ts'
import { getSettings } from '../../settings.ts'
import { bindAdmin } from './admin-bindings.ts'
import { claimLogin } from './login-ownership.ts'
import type { Platform, PlatformUser } from './platform.ts'
import { signSessionToken } from './session-token.ts'
import { createSession } from './sessions.ts'
import { sealToken } from './token-vault.ts'

export type AfterSignIn = (
  db: Db,
  user: {
    userId: number
    platform: string
    login: string
    username: string
    hasChanged: boolean
  },
) => Promise<void>

/** The advisory lock by which sign-ins run one after the other, on every server of a database. */
const SIGN_IN_LOCK = 7_351

/** Exchanges a platform token for a session token; docs/architecture.md, "Sign-in". */
export async function signInWithPlatform(
  context: AppContext,
  { token, address }: { token: string; address: string },
  { platform, afterSignIn }: { platform: Platform; afterSignIn: AfterSignIn },
): Promise<string> {
  const { changes, keys, config, now } = context
  const user = await identify(platform, token, context)
  const sealedToken = sealToken(keys.vault, token)
  const signedInAt = now()
  const session = await changes.transaction(async (trx) => {
    // Two users who swap names must not do so at the same moment.
    await sql`select pg_advisory_xact_lock(${SIGN_IN_LOCK})`.execute(trx)
    const { userId, hasChanged } = await saveUser(trx, user, signedInAt)
    const username = usernameOf(user)
    const { season } = await getSettings(trx)
    await claimLogin(trx, { ...user, userId, currentSeason: season, now: signedInAt })
    if (await bindAdmin(trx, user, { adminLogins: config.adminLogins, now: signedInAt })) {
      const actor = { userId, address, now: signedInAt }
      await recordAct(trx, actor, {
        act: 'admin-bound',
        summary: `${username} is an admin from now on: ADMIN_LOGINS lists the login.`,
      })
    }
    const { platform: onPlatform, login } = user
    await afterSignIn(trx, { userId, platform: onPlatform, login, username, hasChanged })
    const sessionId = await createSession(trx, { userId, sealedToken, address, now: signedInAt })
    return { sessionId, userId }
  })
  return signSessionToken(keys.signing, session)
}

async function identify(
  platform: Platform,
  token: string,
  { warn }: AppContext,
): Promise<PlatformUser> {
  const answer = await platform.identify(token)
  if (answer.kind === 'user') {
    return answer.user
  }
  if (answer.kind === 'refused') {
    throw new ApiError(
      'platform_token_refused',
      'Twitch did not confirm this sign-in. Please sign in again.',
    )
  }
  warn(`the platform is unreachable: ${answer.reason}`)
  throw new ApiError(
    'platform_unreachable',
    'Twitch does not answer at the moment. Please try again in a minute.',
    { headers: { 'retry-after': '60' } },
  )
}

/** The display name where it is the login in other letter case, else the login. */
function usernameOf(user: Pick<PlatformUser, 'login' | 'displayName'>): string {
  const displayName = user.displayName.normalize('NFC')
  return displayName.toLowerCase() === user.login ? displayName : user.login
}

const MAX_DISPLAY_NAME_LENGTH = 512

/** The platform's display name where it can be shown, else the username. */
function displayNameOf(user: Pick<PlatformUser, 'login' | 'displayName'>): string {
  const displayName = user.displayName.normalize('NFC').trim()
  const isFit = displayName.length <= MAX_DISPLAY_NAME_LENGTH && !/\p{Cc}/u.test(displayName)
  return isFit && displayName !== '' ? displayName : usernameOf(user)
}

async function saveUser(
  db: Db,
  user: PlatformUser,
  now: Date,
): Promise<{ userId: number; hasChanged: boolean }> {
  const attributes = {
    login: user.login,
    username: usernameOf(user),
    display_name: displayNameOf(user),
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
