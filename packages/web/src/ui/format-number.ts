/** Numbers as every page shows them: en-US, a dash for what is not known. */

export const UNKNOWN = '–'

interface Decimals {
  readonly min: number
  readonly max: number
}

/** Moves the point in the written number: 1.005 * 100 is 100.49999999999999. */
function movePoint(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** As Intl.NumberFormat writes it, which takes a browser 10 ms to make while the first page waits. */
function write(value: number, { min, max }: Decimals): string {
  const digits = String(Math.round(movePoint(Math.abs(value), max))).padStart(max + 1, '0')
  const pointAt = digits.length - max
  const whole = digits.slice(0, pointAt).replace(/\B(?=(?:\d{3})+$)/g, ',')
  const decimals = digits.slice(pointAt).replace(/0+$/, '').padEnd(min, '0')
  return `${value < 0 ? '-' : ''}${whole}${decimals && `.${decimals}`}`
}

/** A way to write numbers, for a page whose numbers have decimals of their own. */
export function numberFormat(decimals: Decimals): (value: number | null) => string {
  return (value) => (value === null ? UNKNOWN : write(value, decimals))
}

/** Counts and points, which have up to two decimals. */
export const formatNumber = numberFormat({ min: 0, max: 2 })

/** `1 event`, `1,200 events`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** A part of 1. */
export function formatPercent(part: number): string {
  return `${write(movePoint(part, 2), { min: 0, max: 1 })}%`
}

const formatDecimals = numberFormat({ min: 2, max: 2 })

export type FormatPoints = (points: number | null) => string

/** How all rows of a board write their points, so that they line up. */
export function pointsFormat({ hasDecimals }: { readonly hasDecimals: boolean }): FormatPoints {
  return hasDecimals ? formatDecimals : formatNumber
}

/** Two decimals for all of them where any has some. */
export function alignedFormat(values: readonly (number | null)[]): FormatPoints {
  return pointsFormat({ hasDecimals: !values.every((value) => Number.isInteger(value ?? 0)) })
}

const KIB = 1024
const MIB = 1024 * KIB
const formatMib = numberFormat({ min: 1, max: 1 })

/** The size of a file as Windows tells it: kilobytes of 1,024 bytes, megabytes of 1,024 of those. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < KIB) return `${formatNumber(sizeBytes)} bytes`
  if (sizeBytes < MIB) return `${formatNumber(Math.ceil(sizeBytes / KIB))} KB`
  return `${formatMib(sizeBytes / MIB)} MB`
}
