import { describe, expect, it } from 'vitest'
import { type LeaderboardConfiguration, NEW_CONFIGURATION } from './configuration.ts'
import { renderTerms } from './explanation.ts'
import type { CountedGame, GameResult } from './games.ts'
import { scoreGames } from './score-games.ts'

const ALL_POINTS: LeaderboardConfiguration = {
  ...NEW_CONFIGURATION,
  name: 'Everything counts',
  positions: [
    { position: 1, points: 100 },
    { position: 2, points: 95.5 },
    { position: 3, points: 90 },
  ],
  participationPoints: 1,
  brKillPoints: 2,
  damagePoints: 0.01,
  crownWinPoints: 25,
  tiltLevelSurvivedPoints: 3,
  tiltTopTilteePoints: 7,
  checkpointPoints: 5,
  gameModes: { racing: true, battleRoyale: true, tilted: true },
}

const result = (login: string, more: Partial<GameResult> = {}): GameResult => ({
  platform: 'twitch',
  login,
  position: null,
  points: 0,
  eliminated: false,
  kills: null,
  damage: null,
  isTopTiltee: false,
  ...more,
})

const game = (
  mode: CountedGame['mode'],
  results: GameResult[],
  more: Partial<CountedGame> = {},
): CountedGame => ({
  mode,
  playerCount: results.length,
  results,
  checkpointHits: [],
  ...more,
})
const hit = (login: string, number = 1) => ({ number, platform: 'twitch', login })

function score(list: CountedGame[], changed: Partial<LeaderboardConfiguration> = {}) {
  return scoreGames({ configuration: { ...ALL_POINTS, ...changed }, games: list })
}
const scorePoints = (...args: Parameters<typeof score>) =>
  Object.fromEntries(score(...args).map((row) => [row.racer_name, row.event_points]))

describe('a race', () => {
  const race = game('race', [
    result('ada', { position: 1, points: 500 }),
    result('bea', { position: 2, points: 0 }),
    result('cai', { position: 3, points: 20, eliminated: true }),
    result('dee', { position: 4 }),
    result('eva', { position: null }),
  ])

  it('gives participation points to all racers, and position points to racers who were not eliminated', () => {
    expect(scorePoints([race])).toEqual({ ada: 101, bea: 96.5, cai: 1, dee: 1, eva: 1 })
  })

  it('gives eliminated racers position points too if DNF gives points', () => {
    expect(scorePoints([race], { givePositionPointsOnDNF: true })).toMatchObject({
      bea: 96.5,
      cai: 91,
    })
  })

  it('is won by place 1 unless eliminated, regardless of its points', () => {
    const rows = score([
      game('race', [result('ada', { position: 1, points: 0 })]),
      game('race', [result('ada', { position: 1, points: 9, eliminated: true })]),
    ])
    expect(rows).toMatchObject([{ race_wins: 1, race_races: 2, race_points: 9, race_hs: 9 }])
  })

  it('gives nothing for kills and damage', () => {
    expect(scorePoints([game('race', [result('ada', { kills: 3, damage: 500 })])])).toEqual({
      ada: 1,
    })
  })
})

describe('checkpoint hits', () => {
  it('give points to racers with a result in any counted game', () => {
    const first = game('race', [result('ada')], { checkpointHits: [hit('BEA'), hit('ada', 2)] })
    const later = game('royale', [result('bea', { eliminated: true })])
    expect(scorePoints([first, later])).toEqual({ ada: 6, bea: 6 })
  })

  it('give nobody a row', () => {
    expect(scorePoints([game('race', [], { checkpointHits: [hit('ada')] })])).toEqual({})
  })

  it('give nothing to a racer who is only in games of an unchecked mode', () => {
    const list = [game('race', [], { checkpointHits: [hit('ada')] }), game('tilt', [result('ada')])]
    const gameModes = { racing: true, battleRoyale: true, tilted: false }
    expect(scorePoints(list, { gameModes })).toEqual({})
  })

  it('count only in races', () => {
    const checkpointHits = [hit('ada')]
    expect(scorePoints([game('royale', [result('ada')], { checkpointHits })])).toEqual({ ada: 1 })
    expect(
      scorePoints([game('tilt', [result('ada', { eliminated: true })], { checkpointHits })]),
    ).toEqual({ ada: 0 })
  })
})

describe('a royale', () => {
  const champion = result('ada', { position: 1, points: 400, kills: 6, damage: 291 })

  it('gives points for kills and damage, even to eliminated racers', () => {
    const loser = result('bea', { position: 2, eliminated: true, kills: 3, damage: 176 })
    expect(scorePoints([game('royale', [champion, loser])])).toEqual({ ada: 115.91, bea: 8.76 })
  })

  it('leaves unknown kills and damage unknown, and adds the known ones', () => {
    const unknown = result('ada', { eliminated: true })
    expect(score([game('royale', [unknown])])).toMatchObject([{ event_points: 1, kills: null }])
    expect(score([game('royale', [unknown]), game('royale', [champion])])).toMatchObject([
      { event_points: 116.91, kills: 6 },
    ])
  })

  it('rounds the damage of all royales once, half up', () => {
    const scratched = (damage: number) =>
      game('royale', [result('ada', { eliminated: true, damage })])
    const onlyDamage = { participationPoints: 0 }
    expect(scorePoints([scratched(0.5)], onlyDamage)).toEqual({ ada: 0.01 })
    expect(scorePoints([scratched(0.2), scratched(0.2)], onlyDamage)).toEqual({ ada: 0 })
    expect(scorePoints([scratched(0.3), scratched(0.2)], onlyDamage)).toEqual({ ada: 0.01 })
  })

  it('is a crown win for racers who have won one before, among 10 marbles or more', () => {
    const won = (playerCount: number) => game('royale', [champion], { playerCount })
    const crownWins = (list: CountedGame[]) => score(list)[0]?.crown_wins
    expect(crownWins([won(10)])).toBe(0)
    expect(crownWins([won(10), won(10)])).toBe(1)
    expect(crownWins([won(10), won(9), won(12), won(30)])).toBe(2)
    expect(crownWins([won(9), won(9)])).toBe(0)
    expect(scorePoints([won(10), won(10)])).toEqual({ ada: 2 * 115.91 + 25 })
  })

  it('is not a crown win after the racer won a race, or after somebody else won', () => {
    const list = [
      game('race', [champion], { playerCount: 20 }),
      game('royale', [{ ...champion, login: 'bea' }], { playerCount: 20 }),
      game('royale', [champion], { playerCount: 20 }),
    ]
    expect(score(list).map((row) => row.crown_wins)).toEqual([0, 0])
  })
})

describe('a tilt level', () => {
  it('gives points to survivors and to the top tiltee, eliminated or not, and nothing else', () => {
    const level = game(
      'tilt',
      [
        result('ada', { position: 1, points: 50, isTopTiltee: true }),
        result('bea', { position: 2, kills: 4, damage: 100 }),
        result('cai', { eliminated: true }),
        result('dee', { eliminated: true, isTopTiltee: true }),
      ],
      { playerCount: 20 },
    )
    expect(scorePoints([level])).toEqual({ ada: 10, bea: 3, cai: 0, dee: 7 })
    expect(score([level])[0]).toMatchObject({
      race_races: 0,
      br_races: 0,
      race_wins: 0,
      br_wins: 0,
      race_points: 0,
      br_points: 0,
      kills: 0,
      eliminations: 0,
    })
  })
})

describe('a mode that is not checked', () => {
  it('counts nothing at all', () => {
    const list = [
      game('race', [result('ada', { position: 1, points: 10 })], { checkpointHits: [hit('cai')] }),
      game('royale', [result('bea', { position: 1, points: 10 })], { playerCount: 20 }),
      game('tilt', [result('cai')]),
    ]
    const only = (mode: 'racing' | 'battleRoyale' | 'tilted') =>
      scorePoints(list, { gameModes: { ...NEW_CONFIGURATION.gameModes, [mode]: true } })
    expect(only('racing')).toEqual({ ada: 101 })
    expect(only('battleRoyale')).toEqual({ bea: 101 })
    expect(only('tilted')).toEqual({ cai: 3 })
  })
})

describe("a row's own columns", () => {
  it("have the file's points and leave unknown ones unknown", () => {
    const [row] = score([
      game('race', [result('ada', { points: 300 })]),
      game('race', [result('ada', { points: null, eliminated: true })]),
      game('race', [result('ada', { points: 500 })]),
      game('royale', [result('ada', { points: null, eliminated: true })]),
    ])
    expect(row).toMatchObject({
      race_points: 800,
      race_hs: 500,
      race_races: 3,
      br_points: null,
      br_hs: null,
      br_races: 1,
      eliminations: 2,
    })
  })

  it('hold 0 if there were no games', () => {
    expect(score([game('race', [result('ada')])])[0]).toMatchObject({
      br_points: 0,
      br_hs: 0,
      kills: 0,
    })
  })

  it('combine the spellings of one racer and keep platforms apart', () => {
    const rows = score([
      game('race', [result('ADA'), result('ada', { platform: 'Kick' })]),
      game('race', [result('ada', { platform: 'Twitch' })]),
    ])
    expect(rows.map((row) => [row.racer_name, row.race_races])).toEqual([
      ['ada (Kick)', 1],
      ['ada', 2],
    ])
  })
})

describe('an explanation', () => {
  it('names everything that gave points', () => {
    const rows = score([
      game('race', [result('ada', { position: 3 })], { checkpointHits: [hit('ada')] }),
      game('race', [result('ada', { position: 3 })], { checkpointHits: [hit('ada', 2)] }),
      game('royale', [result('ada', { position: 5, eliminated: true, kills: 5, damage: 845 })]),
      game('tilt', [result('ada', { isTopTiltee: true })]),
    ])
    expect(renderTerms(rows[0]?.terms ?? [])).toBe(
      'participation 3 × 1 = 3, 3rd place × 2 = 180, checkpoint 2 × 5 = 10, kills 5 × 2 = 10, ' +
        'damage 845 × 0.01 = 8.45, levels survived 1 × 3 = 3, top tiltee 1 × 7 = 7',
    )
    expect(rows[0]?.event_points).toBe(221.45)
  })
})
