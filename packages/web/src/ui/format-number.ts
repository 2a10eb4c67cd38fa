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
