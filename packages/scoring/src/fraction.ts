/** Exact fractions, for points that are rounded once, at the end. */
export interface Fraction {
  readonly over: bigint
  /** Above 0. */
  readonly under: bigint
}

export const whole = (number: number): Fraction => ({ over: BigInt(number), under: 1n })

export const NOTHING: Fraction = whole(0)

export function addFractions(a: Fraction, b: Fraction): Fraction {
  return a.under === b.under
    ? { over: a.over + b.over, under: a.under }
    : { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

/** @param number a whole one */
export const times = ({ over, under }: Fraction, number: number): Fraction => ({
  over: over * BigInt(number),
  under,
})

/** @param number a whole one above 0 */
export const dividedBy = ({ over, under }: Fraction, number: number): Fraction => ({
  over,
  under: under * BigInt(number),
})

/** Below 0 if the first is less. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** The nearest whole number, half up: towards more, also below 0. */
export function roundHalfUp({ over, under }: Fraction): number {
  const [doubled, divisor] = [2n * over + under, 2n * under]
  const quotient = doubled / divisor
  return Number(doubled < 0n && quotient * divisor !== doubled ? quotient - 1n : quotient)
}
