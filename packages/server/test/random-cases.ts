/** How many random cases a run takes: a tenth, or as RANDOM_CASES_SHARE says, of which 1 is all of them. */
export function shareOf(cases: number): number {
  return Math.ceil(cases * Number(process.env.RANDOM_CASES_SHARE ?? 0.1))
}
