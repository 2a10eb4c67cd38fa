/**
 * Arithmetic on points, exact to 2 decimals. Points are added as whole hundredths, so that binary fractions cause no
 * errors and the order of adding does not matter. docs/scoring.md, Points and decimals.
 */

/**
 * Points as whole hundredths, rounded if there are more than 2 decimals: a file's 239.88000000000002 is 23988. Exact up
 * to 20 million million points, both ways.
 */
export function toHundredths(points: number): number {
  return Math.round(points * 100)
}

/** Whole hundredths as points, the double that is nearest to the decimal: 23988 is 239.88. */
export function fromHundredths(hundredths: number): number {
  return hundredths / 100
}

/** Whether rules can give points with decimals, because any of their numbers has some. */
export function givesDecimals(rules: unknown): boolean {
  if (typeof rules === 'number') {
    return !Number.isInteger(rules)
  }
  return typeof rules === 'object' && rules !== null && Object.values(rules).some(givesDecimals)
}

/** The sum of two scores, exact to 2 decimals. */
export function addPoints(a: number, b: number): number {
  return fromHundredths(toHundredths(a) + toHundredths(b))
}

/**
 * Points per race (PPR): points divided by games, rounded half up to 2 decimals; 0 without games. Both are whole and
 * not negative. Exact: 1 point in 200 games is 0.01, while binary fractions give 0.00.
 * docs/scoring.md, Points per race.
 */
export function pointsPerRace({ points, games }: { points: number; games: number }): number {
  if (games === 0) {
    return 0
  }
  const hundredths = (200n * BigInt(points) + BigInt(games)) / (2n * BigInt(games))
  return fromHundredths(Number(hundredths))
}
