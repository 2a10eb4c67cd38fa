import { DAY_MS } from '@rollcall/formats/durations'

const LOADED_AT = Date.now()

/** A day in UTC, the same also where midnight passes meanwhile; right in any zone when `days` is not 0. */
export function dayFromNow(days: number): string {
  return new Date(LOADED_AT + days * DAY_MS).toISOString().slice(0, 10)
}
