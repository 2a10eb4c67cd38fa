/** Who a racer is, and by which name a board lists them (the design, section 7). */

/** A racer as a file names them: any letter case, any Unicode form. */
export interface Racer {
  /** An open list: `twitch`, `youtube`, `kick`, … */
  platform: string
  login: string
}

/** Platforms that do not write their name with one capital at its beginning. */
const PLATFORM_NAMES = new Map([
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
])

/** A login as racers are compared by it: lower-cased, Unicode NFC. */
export function normalLogin(login: string): string {
  // Lower-casing can leave letters that NFC would join, so NFC comes last too.
  return login.normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * The racer's identity, (platform, login), as one text: equal exactly for the same racer, whatever
 * the letter case. For maps and sorting, not for showing.
 */
export function racerKey({ platform, login }: Racer): string {
  return JSON.stringify([platform.toLowerCase(), normalLogin(login)])
}

/**
 * The `racer_name` of a board's row: the login on Twitch, elsewhere `login (Platform)`, so that
 * merging boards by name never takes two people for one. The same for every spelling of one racer.
 */
export function racerName({ platform, login }: Racer): string {
  const normalPlatform = platform.toLowerCase()
  return normalPlatform === 'twitch'
    ? normalLogin(login)
    : `${normalLogin(login)} (${platformName(normalPlatform)})`
}

function platformName(normalPlatform: string): string {
  const capitalised = normalPlatform.slice(0, 1).toUpperCase() + normalPlatform.slice(1)
  return PLATFORM_NAMES.get(normalPlatform) ?? capitalised
}
