/** Reads a typed rank; null if it is none. */
export function readRank(typed: string): number | null {
  return /^[1-9]\d{0,5}$/.test(typed.trim()) ? Number(typed) : null
}
