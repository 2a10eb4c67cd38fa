/**
 * The number of random cases in a run: a twentieth of `cases` with `npm test`, all of them with `npm run test:long`, or
 * the share in RANDOM_CASES_SHARE.
 */
export function shareOf(cases: number): number {
  return Math.ceil(cases * Number(process.env.RANDOM_CASES_SHARE ?? 0.05))
}
