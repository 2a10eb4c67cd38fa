/** Instants as fields for a day and a time have them, in the reader's time zone. Pure but for that zone. */

/** `2026-11-28T20:00`; empty if there is no instant. */
export function toField(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** null: nothing complete is chosen. */
export function fromField(typed: string): string | null {
  const time = Date.parse(typed)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
