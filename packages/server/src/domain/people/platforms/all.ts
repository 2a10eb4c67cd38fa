/** The platforms with which people can sign in on this server. */
import { DEFAULT_PLATFORM, type SignInPlatform } from '@rollcall/scoring/platforms'
import type { Config } from '../../../config.ts'
import type { Platform, PlatformAccess } from './platform.ts'
import { connectTwitch } from './twitch.ts'

/** Each platform's own file. Which there are: `PLATFORMS` in the scoring package. */
const CONNECT: Readonly<Record<SignInPlatform, (access: PlatformAccess) => Platform>> = {
  twitch: connectTwitch,
}

/** The first is the one that pages offer first. */
export type Platforms = ReadonlyMap<string, Platform>

/** @param practice takes the default platform's place if the operator has chosen none */
export function connectPlatforms(
  { platforms }: Pick<Config, 'platforms'>,
  { practice, timeoutMs }: { practice: PlatformAccess; timeoutMs?: number | undefined },
): Platforms {
  if (platforms.length === 0) {
    const platform = CONNECT[DEFAULT_PLATFORM]({ ...practice, timeoutMs })
    return new Map([[DEFAULT_PLATFORM, platform]])
  }
  return new Map(
    platforms.map(({ platform, clientId, authUrl, apiUrl }) => [
      platform,
      CONNECT[platform]({
        clientId,
        authUrl: authUrl === undefined ? undefined : () => authUrl,
        apiUrl: apiUrl === undefined ? undefined : () => apiUrl,
        timeoutMs,
      }),
    ]),
  )
}
