import { getCurrentUser, getSite, type SignInWay } from '@rollcall/contract/auth'
import { PAGES } from '@rollcall/contract/pages'
import { DEFAULT_PLATFORM, platformName } from '@rollcall/scoring/platforms'
import type { AppContext } from '../../../edge/app-context.ts'
import { isLoopbackRequest } from '../../../edge/loopback.ts'
import type { Serve } from '../../../edge/serve-endpoint.ts'
import type { Platforms } from '../platforms/all.ts'
import { countReports } from '../reports.ts'
import { differingName } from '../user-names.ts'
import { serveSignOut } from './acts/sign-out.ts'
import { type AfterSignIn, serveSignIn } from './sign-in.ts'
import { noteTimeZone, TIME_ZONE_HEADER } from './time-zone.ts'

export function serveAuth(
  serve: Serve,
  context: AppContext,
  { platforms, afterSignIn }: { platforms: Platforms; afterSignIn: AfterSignIn },
): void {
  const { config, db } = context
  const isPractice = config.platforms.length === 0
  const [first, ...others] = [...platforms].map(([platform, { way }]) => ({
    platform,
    platformName: platformName(platform),
    ...way(),
  })) as [SignInWay, ...SignInWay[]]

  serve(getSite, async ({ request }) => ({
    productName: config.productName,
    productSlug: config.productSlug,
    ...first,
    ...(others.length > 0 && { otherPlatforms: others }),
    // On this machine both localhost and 127.0.0.1 work, so the page uses its own origin.
    redirectUri: isLoopbackRequest(request, config)
      ? null
      : `${config.publicUrl}${PAGES.callback.path}`,
    isPractice,
    projectBoardUrl: config.projectBoardUrl ?? null,
  }))

  serveSignIn(serve, context, { platforms, afterSignIn })
  serve(getCurrentUser, async ({ caller, request }) => {
    const timeZone = request.headers[TIME_ZONE_HEADER]
    await noteTimeZone(db, { userId: caller.userId, timeZone })
    return {
      id: caller.userId,
      username: caller.username,
      ...differingName(caller.displayName, caller.username),
      ...(caller.platform !== DEFAULT_PLATFORM && { platform: caller.platform }),
      profile_image_url: caller.profileImageUrl,
      isAdmin: caller.isAdmin,
      ...(caller.isAdmin && { openReports: (await countReports(db)).open }),
    }
  })

  serveSignOut(serve, context)
}
