/** The streaming platforms: what people call them, and where a channel is at home there. */
interface Platform {
  readonly name: string
  /** The address of a channel there, up to its login. */
  readonly channels: `https://${string}`
  /** People sign in with their account there, so names from there have owners. The host has their pictures. */
  readonly signIn?: { readonly pictures: `https://${string}` }
}

/** By the name that files, addresses and the database have for them. A file may name others. */
export const PLATFORMS = {
  twitch: {
    name: 'Twitch',
    channels: 'https://www.twitch.tv/',
    signIn: { pictures: 'https://static-cdn.jtvnw.net' },
  },
  youtube: { name: 'YouTube', channels: 'https://www.youtube.com/@' },
  kick: { name: 'Kick', channels: 'https://kick.com/' },
  tiktok: { name: 'TikTok', channels: 'https://www.tiktok.com/@' },
} as const satisfies Readonly<Record<string, Platform>>

/** The platform of a name that comes without one, in files, on boards and in addresses. */
export const DEFAULT_PLATFORM = 'twitch'

type SignInPlatform = {
  [Key in keyof typeof PLATFORMS]: (typeof PLATFORMS)[Key] extends { signIn: object } ? Key : never
}[keyof typeof PLATFORMS]

/** The platforms with which people sign in. */
export type { SignInPlatform }
export const SIGN_IN_PLATFORMS = Object.entries<Platform>(PLATFORMS).flatMap(([key, { signIn }]) =>
  signIn === undefined ? [] : [key as SignInPlatform],
)

/** A platform that is known; undefined for any other that a file names. */
export function findPlatform(platform: string): Platform | undefined {
  return Object.hasOwn(PLATFORMS, platform)
    ? PLATFORMS[platform as keyof typeof PLATFORMS]
    : undefined
}

/** What people call a platform: a known one by its own spelling, any other with a capital letter. */
export function platformName(platform: string): string {
  return findPlatform(platform)?.name ?? platform.slice(0, 1).toUpperCase() + platform.slice(1)
}

/** The setting of the server that lets people sign in with a platform. */
export function clientIdSetting(platform: SignInPlatform): string {
  return `${platform.toUpperCase()}_CLIENT_ID`
}
