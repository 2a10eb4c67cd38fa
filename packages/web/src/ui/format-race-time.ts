import { numberFormat, UNKNOWN } from './format-number.ts'

const MINUTE_S = 60
const formatMinutes = numberFormat({ min: 0, max: 0 })
const formatSeconds = numberFormat({ min: 3, max: 3 })

/** `1:02.345`, as precise as anybody compares times; the rest is cut off, so that no time looks slower than it was. */
export function formatRaceTime(seconds: number | null): string {
  if (seconds === null) return UNKNOWN
  const ms = Math.floor(seconds * 1000 + 1e-6)
  const minutes = Math.floor(ms / (MINUTE_S * 1000))
  const rest = formatSeconds((ms - minutes * MINUTE_S * 1000) / 1000)
  return `${formatMinutes(minutes)}:${rest.length < 6 ? `0${rest}` : rest}`
}
