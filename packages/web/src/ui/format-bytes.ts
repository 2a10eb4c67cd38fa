const MIB = 1024 * 1024

const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** The size of a file as Windows tells it: kilobytes of 1,024 bytes, megabytes of 1,024 of those. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 1024) {
    return `${whole.format(sizeBytes)} bytes`
  }
  if (sizeBytes < MIB) {
    return `${whole.format(Math.ceil(sizeBytes / 1024))} KB`
  }
  return `${oneDecimal.format(sizeBytes / MIB)} MB`
}
