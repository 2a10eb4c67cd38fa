import { normalLogin } from '@rollcall/scoring/racer'

/** The form in which we compare logins of racers and channels: docs/formats.md, Names. Empty if nothing is left. */
export function normalisedLogin(text: string): string {
  return normalLogin(text.replace(/^[\s@]+/, '').trim())
}

/** The form in which we compare platforms; `twitch` if a file does not name one. */
export function normalisedPlatform(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC') || 'twitch'
}
