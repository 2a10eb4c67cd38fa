/** The number of random cases in a run: a tenth of `cases`, or the share in RANDOM_CASES_SHARE, where 1 means all. */
export function shareOf(cases: number): number {
  return Math.ceil(cases * Number(process.env.RANDOM_CASES_SHARE ?? 0.1))
}
