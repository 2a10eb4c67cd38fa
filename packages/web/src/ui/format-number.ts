/** Numbers as every page shows them: en-US, a dash for what is not known. */

export const UNKNOWN = '–'

interface Decimals {
  readonly min: number
  readonly max: number
  readonly style?: 'percent'
}

/** A way to write numbers, for a page whose numbers have decimals of their own. */
export function numberFormat({ min, max, style }: Decimals): (value: number | null) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    if (value === null) return UNKNOWN
    // Not before it is used: to make one takes longer than to write a thousand numbers.
    format ??= new Intl.NumberFormat('en-US', {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      ...(style && { style }),
    })
    return format.format(value)
  }
}

/** Counts and points, which have up to two decimals. */
export const formatNumber = numberFormat({ min: 0, max: 2 })

/** `1 event`, `1,200 events`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** A part of 1. */
export const formatPercent = numberFormat({ min: 0, max: 1, style: 'percent' })

const formatDecimals = numberFormat({ min: 2, max: 2 })

/** Two decimals for all of them where any has some, so that they line up. */
export function alignedFormat(
  values: readonly (number | null)[],
): (value: number | null) => string {
  return values.every((value) => Number.isInteger(value ?? 0)) ? formatNumber : formatDecimals
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
