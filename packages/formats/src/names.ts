import { normalLogin } from '@rollcall/scoring/racer'

/**
 * A login in the form by which racers and channels are compared: docs/formats.md, Names. Empty where
 * nothing is left.
 */
export function normalisedLogin(text: string): string {
  return normalLogin(text.replace(/^[\s@]+/, '').trim())
}

/** A platform's name as it is compared; Twitch where a file names none. */
export function normalisedPlatform(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC') || 'twitch'
}
