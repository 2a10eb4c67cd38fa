/**
 * Random histories of uploads, undos, handovers and renames. After each history all answers with points equal one
 * plain recomputation. `npm test` plays one group, `npm run test:long` all twenty.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareOf } from '../helpers/random-cases.ts'
import { type History, sentenceOf } from './history.ts'
import { openTheatre } from './play-history.ts'
import { histories } from './random-histories.ts'

const GROUPS = 20
const HISTORIES = 10
const SEED = 23_000
/** Limits the search for the shortest failing history, which then reports the shortest so far. */
const SHORTENING_MS = 1_200_000

const groups = Array.from({ length: shareOf(GROUPS) }, (_, index) => index + 1)

it.each(groups)(
  `${HISTORIES} random histories, group %i`,
  { timeout: 1_500_000 },
  async (group) => {
    const theatre = await openTheatre()
    try {
      const played = fc.asyncProperty(histories, (history) => theatre.play(history))
      const run = await fc.check(played, {
        seed: SEED + group,
        numRuns: HISTORIES,
        interruptAfterTimeLimit: SHORTENING_MS,
        markInterruptAsFailure: true,
      })
      expect(reportOf(run)).toBe('')
    } finally {
      await theatre.close()
    }
  },
)

/** The shortest failing history step by step, with its first difference, or '' if none fails. */
function reportOf(run: fc.RunDetails<[History]>): string {
  if (!run.failed) {
    return ''
  }
  const [history] = run.counterexample ?? []
  return [
    `seed ${run.seed}, path ${run.counterexamplePath}`,
    ...(history ?? []).map((step, index) => `${index + 1}. ${sentenceOf(step)}`),
    String(run.errorInstance),
  ].join('\n')
}
