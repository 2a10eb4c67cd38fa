import { DAY_MS } from '@rollcall/formats/durations'

const LOADED_AT = Date.now()

/** A day in UTC, counted from when the process started, so midnight may pass meanwhile. */
export function dayFromNow(days: number): string {
  return new Date(LOADED_AT + days * DAY_MS).toISOString().slice(0, 10)
}
