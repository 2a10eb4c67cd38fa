/** Numbers as every page shows them: en-US, a dash for what is not known. */

const upToTwoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const twoDecimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

export const UNKNOWN = '–'

export function formatNumber(value: number | null): string {
  return value === null ? UNKNOWN : upToTwoDecimals.format(value)
}

export function formatAverage(value: number | null): string {
  return value === null ? UNKNOWN : twoDecimals.format(value)
}
