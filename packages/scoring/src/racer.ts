/** Who a racer is, and by which name a board lists them. docs/scoring.md, Racers. */

/** A racer as a file names them: any letter case and Unicode form. */
export interface Racer {
  /** An open list: `twitch`, `youtube`, `kick`, … */
  platform: string
  login: string
}

/** Platforms not written with just one capital letter at the beginning. */
const PLATFORM_NAMES = new Map([
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
])

/** A login as racers are compared by it: lower-cased, Unicode NFC. */
export function normalLogin(login: string): string {
  // Lower-casing can leave letters that NFC joins, so NFC is applied again.
  return login.normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * The racer's identity, (platform, login), as one text for maps and sorting; equal for every spelling of
 * the same racer.
 */
export function racerKey({ platform, login }: Racer): string {
  return JSON.stringify([platform.toLowerCase(), normalLogin(login)])
}

/** Whom a key of `racerKey` means. */
export function racerOfKey(key: string): Racer {
  const [platform, login] = JSON.parse(key) as [string, string]
  return { platform, login }
}

/**
 * The `racer_name` of a board's row: the login on Twitch, elsewhere `login (Platform)`, so that merging
 * boards by name never joins two racers.
 */
export function racerName({ platform, login }: Racer): string {
  return withPlatform(normalLogin(login), platform)
}

/** A racer's name as boards show it: alone on Twitch, elsewhere `Name (Platform)`. */
export function withPlatform(name: string, platform: string): string {
  const normalPlatform = platform.toLowerCase()
  return normalPlatform === 'twitch' ? name : `${name} (${platformName(normalPlatform)})`
}

/** How a row names its racer: the name that identifies them, and the one that is shown. */
export interface RacerLabel {
  readonly racer_name: string
  /** To be shown instead; absent: the `racer_name` is. */
  readonly display_name?: string | undefined
  /** Of the name, RRGGBBAA; absent: not known. */
  readonly color?: string | undefined
}

/** What a racer's row shows. */
export function shownName({ racer_name, display_name }: Omit<RacerLabel, 'color'>): string {
  return display_name ?? racer_name
}

function platformName(normalPlatform: string): string {
  const capitalised = normalPlatform.slice(0, 1).toUpperCase() + normalPlatform.slice(1)
  return PLATFORM_NAMES.get(normalPlatform) ?? capitalised
}
