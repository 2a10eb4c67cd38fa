import { getCurrentUser, getSite, signIn } from '@rollcall/contract/auth'
import { CALLBACK_PATH } from '@rollcall/contract/auth-callback'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../http/api-error.ts'
import { isLoopbackRequest } from '../../http/loopback.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { serveSignOut } from './acts/sign-out.ts'
import { type Platform, SIGN_IN_SCOPE } from './platform.ts'
import { PRACTICE_CLIENT_ID, PRACTICE_PLATFORM_PATH } from './practice-platform.ts'
import { type AfterSignIn, signInWithPlatform } from './sign-in.ts'
import { noteTimeZone, TIME_ZONE_HEADER } from './time-zone.ts'
import { differingName } from './users.ts'

export function serveAuth(
  serve: Serve,
  context: AppContext,
  { platform, afterSignIn }: { platform: Platform; afterSignIn: AfterSignIn },
): void {
  const { config, db } = context
  const isPractice = config.twitchClientId === undefined

  serve(getSite, async ({ request }) => ({
    productName: config.productName,
    productSlug: config.productSlug,
    platform: 'twitch' as const,
    platformName: 'Twitch',
    authorizeUrl: `${isPractice ? PRACTICE_PLATFORM_PATH : config.twitchAuthUrl}/oauth2/authorize`,
    clientId: config.twitchClientId ?? PRACTICE_CLIENT_ID,
    scope: SIGN_IN_SCOPE,
    // On this machine both localhost and 127.0.0.1 work, so the page uses its own origin.
    redirectUri: isLoopbackRequest(request, config) ? null : `${config.publicUrl}${CALLBACK_PATH}`,
    isPractice,
    projectBoardUrl: config.projectBoardUrl ?? null,
  }))

  serve(signIn, async ({ request }) => {
    if (isPractice && !isLoopbackRequest(request, config)) {
      throw new ApiError('practice_is_local')
    }
    if (request.bearer === null) {
      throw new ApiError('platform_token_missing')
    }
    const given = { token: request.bearer, address: request.ip }
    return { token: await signInWithPlatform(context, given, { platform, afterSignIn }) }
  })

  serve(getCurrentUser, async ({ caller, request }) => {
    const timeZone = request.headers[TIME_ZONE_HEADER]
    await noteTimeZone(db, { userId: caller.userId, timeZone })
    return {
      id: caller.userId,
      username: caller.username,
      ...differingName(caller.displayName, caller.username),
      profile_image_url: caller.profileImageUrl,
      isAdmin: caller.isAdmin,
    }
  })

  serveSignOut(serve, context)
}
