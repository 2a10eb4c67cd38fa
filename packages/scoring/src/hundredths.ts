/** Points are added as whole hundredths, so that sums are exact and the order of adding is nothing. */

/**
 * A number of points as whole hundredths, the nearest where it has more than 2 decimals: a file's
 * 239.88000000000002 is 23988 (the design, section 7).
 *
 * Exact up to 20 million million points either way, beyond what any event can reach.
 */
export function toHundredths(points: number): number {
  return Math.round(points * 100)
}

/** Whole hundredths as points; the double nearest to the decimal, so 23988 is 239.88. */
export function fromHundredths(hundredths: number): number {
  return hundredths / 100
}

/** The sum of two numbers of points, exact to 2 decimals. */
export function addPoints(a: number, b: number): number {
  return fromHundredths(toHundredths(a) + toHundredths(b))
}
