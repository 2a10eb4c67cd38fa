import { texts } from './texts.ts'

/** `Season 75`. */
export function seasonName(number: number | string): string {
  return texts.season(String(number))
}
