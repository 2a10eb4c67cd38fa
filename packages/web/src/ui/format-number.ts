/** Numbers as every page shows them: en-US, a dash for what is not known. */

export const UNKNOWN = '–'

interface Decimals {
  readonly min: number
  readonly max: number
}

/** A way to write numbers, for a page whose numbers have decimals of their own. */
export function numberFormat({ min, max }: Decimals): (value: number | null) => string {
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
  })
  return (value) => (value === null ? UNKNOWN : format.format(value))
}

/** Counts and points, which have up to two decimals. */
export const formatNumber = numberFormat({ min: 0, max: 2 })

const KIB = 1024
const MIB = 1024 * KIB
const formatMib = numberFormat({ min: 1, max: 1 })

/** The size of a file as Windows tells it: kilobytes of 1,024 bytes, megabytes of 1,024 of those. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < KIB) return `${formatNumber(sizeBytes)} bytes`
  if (sizeBytes < MIB) return `${formatNumber(Math.ceil(sizeBytes / KIB))} KB`
  return `${formatMib(sizeBytes / MIB)} MB`
}
