/** Adds the known values, some of which may be text; null if none is known. */
export function sumKnown(...values: readonly (number | string | null)[]): number | null {
  const known = values.filter((value) => value !== null && value !== '').map(Number)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
