/**
 * Random histories of uploads, undone uploads, handovers and renamed people: after each of them all answers with
 * points are those of one plain recomputation from the list of what happened. The parts are in `standings/`.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareOf } from './random-cases.ts'
import { type History, sentenceOf } from './standings/history.ts'
import { openTheatre } from './standings/play-history.ts'
import { histories } from './standings/random-histories.ts'

const GROUPS = 10
const HISTORIES = 20
const SEED = 23_000
/** Finding the shortest history that fails ends then, with the shortest so far. */
const SHORTENING_MS = 300_000

const groups = Array.from({ length: shareOf(GROUPS) }, (_, index) => index + 1)

it.each(groups)(`${HISTORIES} random histories, group %i`, { timeout: 600_000 }, async (group) => {
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
})

/** The shortest history that fails, step by step, and its first difference; '' where none does. */
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
