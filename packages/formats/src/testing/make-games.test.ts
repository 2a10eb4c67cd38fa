import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGameFiles } from '../game-files.ts'
import { makeGame, makeTiltLevel } from './make-games.ts'
import { SeededRandom } from './seeded-random.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const finishedAt = new Date('2026-10-01T18:00:00Z')

describe('makeGame', () => {
  it('makes complete, rankable games with any entrants', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('race' as const, 'royale' as const),
        fc.integer({ min: 1, max: 60 }),
        fc.string(),
        (mode, count, seed) => {
          const entrants = Array.from({ length: count }, (_, i) => ({
            login: `racer${i}`,
            skill: 1,
          }))
          const made = makeGame(new SeededRandom(seed), { mode, entrants, finishedAt })
          const game = readGameFiles({
            raceData: bytes(made.raceData),
            checkpointData: bytes(made.checkpointData),
            summaryData: bytes(made.summaryData),
          })
          expect(game).toMatchObject({ mode, isRankable: true, playerCount: count, warnings: [] })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('makes tilt levels that a third of the racers survive', () => {
    const entrants = Array.from({ length: 9 }, (_, i) => ({ login: `racer${i}`, skill: 1 }))
    const made = makeTiltLevel(new SeededRandom('tilt'), { level: 4, entrants, finishedAt })
    const game = readGameFiles({
      raceData: bytes(made.raceData),
      checkpointData: null,
      summaryData: bytes(made.summaryData),
    })
    expect(game).toMatchObject({ mode: 'tilt', level: 4, levelPassed: true, isRankable: true })
    expect(game.results.filter(({ eliminated }) => !eliminated)).toHaveLength(3)
    expect(game.warnings).toEqual([])
  })
})
