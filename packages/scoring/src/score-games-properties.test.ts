import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LeaderboardConfiguration, NEW_CONFIGURATION } from './configuration.ts'
import { sumTerms, termPoints } from './explanation.ts'
import { type CountedGame, isWin } from './games.ts'
import { racerName } from './racer.ts'
import { rankRows } from './ranking.ts'
import { scoreGames } from './score-games.ts'

const points = fc.integer({ min: -50_000, max: 50_000 }).map((value) => value / 100)
const configurations: fc.Arbitrary<LeaderboardConfiguration> = fc.record({
  name: fc.constant('Any'),
  positions: fc
    .array(points, { minLength: 1, maxLength: 8 })
    .map((all) => all.map((each, index) => ({ position: index + 1, points: each }))),
  pointDecrement: points,
  participationPoints: points,
  brKillPoints: points,
  damagePoints: points,
  crownWinPoints: points,
  tiltLevelSurvivedPoints: points,
  tiltTopTilteePoints: points,
  checkpointPoints: points,
  givePositionPointsOnDNF: fc.boolean(),
  multiplePositionsToAdd: fc.constant(1),
  gameModes: fc.record({ racing: fc.boolean(), battleRoyale: fc.boolean(), tilted: fc.boolean() }),
})

const racer = {
  platform: fc.constantFrom('twitch', 'Twitch', 'kick'),
  login: fc.constantFrom('ada', 'Ada', 'bea', 'cai', 'dee'),
}
const results = fc.record({
  ...racer,
  position: fc.option(fc.integer({ min: 1, max: 12 })),
  points: fc.option(fc.nat({ max: 5000 })),
  eliminated: fc.boolean(),
  kills: fc.option(fc.nat({ max: 20 })),
  damage: fc.option(fc.nat({ max: 1_000_000 }).map((value) => value / 1000)),
  isTopTiltee: fc.boolean(),
})
const games: fc.Arbitrary<CountedGame[]> = fc.array(
  fc.record({
    mode: fc.constantFrom('race', 'royale', 'tilt'),
    playerCount: fc.integer({ min: 5, max: 15 }),
    results: fc.uniqueArray(results, {
      selector: ({ platform, login }) => `${platform} ${login}`.toLowerCase(),
      maxLength: 6,
    }),
    checkpointHits: fc.array(fc.record({ number: fc.nat({ max: 9 }), ...racer }), { maxLength: 4 }),
  }),
  { maxLength: 8 },
)

function shuffled<T>(list: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...list], { minLength: list.length })
}
const gamesInTwoOrders = games.chain((list) =>
  fc.tuple(
    fc.constant(list),
    shuffled(list).chain((others) =>
      fc.tuple(
        ...others.map((game) =>
          fc
            .tuple(shuffled(game.results), shuffled(game.checkpointHits))
            .map(([gameResults, checkpointHits]) => ({
              ...game,
              results: gameResults,
              checkpointHits,
            })),
        ),
      ),
    ),
  ),
)

describe('scoreGames', () => {
  it('does not depend on the order of games, results and hits', () => {
    fc.assert(
      fc.property(configurations, gamesInTwoOrders, (configuration, [list, others]) => {
        const rows = scoreGames({ configuration, games: list })
        expect(scoreGames({ configuration, games: others })).toEqual(rows)
        expect(rankRows(scoreGames({ configuration, games: others }))).toEqual(rankRows(rows))
      }),
    )
  })

  it('gives each row terms that sum to its points exactly, and each term count times each', () => {
    fc.assert(
      fc.property(configurations, games, (configuration, list) => {
        for (const row of scoreGames({ configuration, games: list })) {
          expect(sumTerms(row.terms)).toBe(row.event_points)
          for (const term of row.terms) {
            expect(
              term.kind === 'uploaded' || term.kind === 'adjusted' || term.kind === 'round'
                ? Number.NaN
                : termPoints(term.count, term.each),
            ).toBe(term.points)
          }
        }
      }),
    )
  })

  it('makes no points from nothing: gives no rows without results, and no points unless configured', () => {
    fc.assert(
      fc.property(configurations, games, (configuration, list) => {
        const withoutResults = list.map((game) => ({ ...game, results: [] }))
        expect(scoreGames({ configuration, games: withoutResults })).toEqual([])
        const worthless: LeaderboardConfiguration = {
          ...NEW_CONFIGURATION,
          positions: [{ position: 1, points: 0 }],
          gameModes: configuration.gameModes,
        }
        for (const row of scoreGames({ configuration: worthless, games: list })) {
          expect(row).toMatchObject({ event_points: 0, terms: [] })
        }
      }),
    )
  })

  it('counts every result of a checked mode once, and no other', () => {
    fc.assert(
      fc.property(configurations, games, (configuration, list) => {
        const rows = scoreGames({ configuration, games: list })
        const countResults = (mode: CountedGame['mode']) =>
          list.filter((game) => game.mode === mode).flatMap((game) => game.results).length
        const { racing, battleRoyale } = configuration.gameModes
        const sum = (column: 'race_races' | 'br_races') =>
          rows.reduce((total, row) => total + row[column], 0)
        expect(sum('race_races')).toBe(racing ? countResults('race') : 0)
        expect(sum('br_races')).toBe(battleRoyale ? countResults('royale') : 0)
      }),
    )
  })

  it("counts all but the first of a racer's large royale wins as crown wins", () => {
    fc.assert(
      fc.property(configurations, games, (configuration, list) => {
        const crownable = list
          .filter(({ mode, playerCount }) => mode === 'royale' && playerCount >= 10)
          .flatMap((game) => game.results.filter(isWin).map(racerName))
        for (const row of scoreGames({ configuration, games: list })) {
          const won = crownable.filter((name) => name === row.racer_name).length
          const isCounted = configuration.gameModes.battleRoyale
          expect(row.crown_wins).toBe(isCounted ? Math.max(0, won - 1) : 0)
        }
      }),
    )
  })
})
