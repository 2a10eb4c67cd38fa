import { canBeShown, isVisible } from '@rollcall/scoring/names'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { normalLogin } from '@rollcall/scoring/racer'

/**
 * The form in which we compare logins of racers and channels: docs/formats.md, Names. Of a login of which nothing can be
 * seen, it is the characters' numbers, such as `u+3164`. Empty if nothing is left.
 */
export function normalisedLogin(text: string): string {
  const login = normalLogin(text.replace(/^[\s@]+/, '').trim())
  return isVisible(login) ? login : numbersOf(login)
}

/** The characters' numbers, such as `u+3164`: how a name of which nothing can be seen is shown. */
export const numbersOf = (text: string) =>
  Array.from(text, (character) => `u+${(character.codePointAt(0) ?? 0).toString(16)}`).join(' ')

/** What a game calls a racer: the display name or, if that cannot be shown, the login, as written if possible. */
export function shownAs({ displayName, username }: { displayName: string; username: string }) {
  return [displayName, username].find(canBeShown) ?? normalisedLogin(username)
}

/** The form in which we compare platforms; the default one if a file does not name one. */
export function normalisedPlatform(text: string): string {
  return isVisible(text)
    ? text.trim().normalize('NFC').toLowerCase().normalize('NFC')
    : DEFAULT_PLATFORM
}

/** The name of a map or of its builder; null if there is nothing to see. */
export function visibleName(text: string): string | null {
  return isVisible(text) ? text : null
}
