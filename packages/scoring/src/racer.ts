/** Who a racer is, and what boards call them. docs/scoring.md, Racers. */
import { DEFAULT_PLATFORM, platformName } from './platforms.ts'

/** A racer as a file names them, in any letter case and Unicode form. */
export interface Racer {
  /** Any; those in `PLATFORMS` are known. */
  platform: string
  login: string
}

/** The form in which we compare logins: lower case, Unicode NFC. */
export function normalLogin(login: string): string {
  // Lower-casing can leave letters that NFC joins, so NFC is applied again.
  return login.normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * The racer's identity, (platform, login), as one text for maps and sorting. It is the same for every spelling of a
 * racer.
 */
export function racerKey({ platform, login }: Racer): string {
  return JSON.stringify([platform.toLowerCase(), normalLogin(login)])
}

/** The racer that a `racerKey` identifies. */
export function parseRacerKey(key: string): Racer {
  const [platform, login] = JSON.parse(key) as [string, string]
  return { platform, login }
}

/**
 * The `racer_name` of a board's row: the login on the default platform, and `login (Platform)` elsewhere, so that merging boards by
 * name never joins two racers.
 */
export function racerName({ platform, login }: Racer): string {
  return withPlatform(normalLogin(login), platform)
}

/** Replaces the name of a row that a reveal has not uncovered yet. */
export const MASKED_NAME = '•'.repeat(20)

/** How others see a racer who has hidden their name: with a number, as in 'Hidden racer 7', or in some lists without. */
export const HIDDEN_RACER = 'Hidden racer'

/** Whether a `racer_name` is that of a hidden racer. No login is the same, because logins are in lower case. */
export function isHiddenRacer(name: string): boolean {
  return name === HIDDEN_RACER || name.startsWith(`${HIDDEN_RACER} `)
}

/** How many digits of a hash are in a deleted login: enough that two logins never share them. */
export const DELETED_LOGIN_DIGITS = 32
const DELETED_LOGIN = new RegExp(`^deleted-[\\da-f]{${DELETED_LOGIN_DIGITS}}`)

/** Whether a login is in the place of one whose owner has deleted their account. No login of a person has a hyphen. */
export function isDeletedLogin(login: string): boolean {
  return DELETED_LOGIN.test(login)
}

/** The racer that a `racer_name` identifies. */
export function racerOfName(name: string): Racer {
  const [, login, platform] = /^(.+) \((.+)\)$/s.exec(name) ?? []
  return login === undefined || platform === undefined
    ? { platform: DEFAULT_PLATFORM, login: name }
    : { platform: platform.toLowerCase(), login }
}

/** A racer's name as boards show it: the name alone on the default platform, and `Name (Platform)` elsewhere. */
export function withPlatform(name: string, platform: string): string {
  const normalPlatform = platform.toLowerCase()
  return normalPlatform === DEFAULT_PLATFORM ? name : `${name} (${platformName(normalPlatform)})`
}

/** A login as addresses and settings name it: alone on the default platform, and `platform:login` elsewhere. */
export function qualifiedLogin({ platform, login }: Racer): string {
  return platform === DEFAULT_PLATFORM ? login : `${platform}:${login}`
}

/** A racer's names in a row: one that identifies the racer, and one to show. */
export interface RacerLabel {
  readonly racer_name: string
  /** The name to show; if it is missing, show the `racer_name`. */
  readonly display_name?: string | undefined
  /** The name's colour, RRGGBBAA; missing if unknown. */
  readonly color?: string | undefined
  /** The login has changed hands, and not all of the row is its present owner's: it leads to nobody's page. */
  readonly leads_nowhere?: true | undefined
  /** The row is a streamer's, and leads to their channel. */
  readonly channel?: Racer | undefined
}

/** The name that a row shows. */
export function shownName({ racer_name, display_name }: Omit<RacerLabel, 'color'>): string {
  return display_name ?? racer_name
}
