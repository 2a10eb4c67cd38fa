/** Calculates and prints a measurement's figures. */

export const MB = 1_000_000

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** The 99th percentile. */
export function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Prints a figure beside its limit, if it has one, and returns whether it is within the limit. */
export function judge(what: string, figure: number, limit: { least?: number; most?: number }) {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = limit
  const isReached = figure >= least && figure <= most
  const bound =
    limit.most !== undefined && limit.least !== undefined
      ? `${least} to ${most}`
      : limit.most !== undefined
        ? `at most ${most}`
        : limit.least !== undefined
          ? `at least ${least}`
          : 'no limit'
  const shown = figure < 10 ? figure.toFixed(2) : figure.toFixed(0)
  print([what, shown, bound, isReached ? 'ok' : 'FAILED'].join('\t'))
  return isReached
}
