import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addPositions,
  LeaderboardConfiguration,
  MAX_POSITIONS,
  NEW_CONFIGURATION,
  type PositionPoints,
  readConfiguration,
  STANDARD_CONFIGURATION,
} from './configuration.ts'
import { problemIn } from './problem.ts'

/** The sentences that refuse a configuration; empty if it is accepted. */
function findRefusals(changed: Record<string, unknown>): string[] {
  const result = LeaderboardConfiguration.safeParse({ ...STANDARD_CONFIGURATION, ...changed })
  return result.success ? [] : result.error.issues.map(({ message }) => message)
}

const FIELDS = Object.keys(LeaderboardConfiguration.shape)

const positions = (length: number) =>
  Array.from({ length }, (_, index) => ({ position: index + 1, points: 1 }))

describe('a leaderboard configuration', () => {
  it('called Standard is valid: 10 positions from 100 down to 55, all modes', () => {
    expect(findRefusals({})).toEqual([])
    expect(STANDARD_CONFIGURATION.positions.map(({ points }) => points)).toEqual([
      100, 95, 90, 85, 80, 75, 70, 65, 60, 55,
    ])
  })

  it('lacks a name and a mode while it is new', () => {
    expect(findRefusals(NEW_CONFIGURATION)).toEqual([
      'The leaderboard needs a name.',
      'Check at least one game mode.',
    ])
  })

  it.each([
    ['2 decimals', { damagePoints: 0.01 }],
    ['2 decimals that no binary fraction matches', { damagePoints: 1.15 }],
    ['negative points', { crownWinPoints: -12.5 }],
    ['negative points of a position', { positions: [{ position: 1, points: -1 }] }],
    ['a growing list of points', { pointDecrement: -5 }],
    ['as many positions as a large lobby', { positions: positions(MAX_POSITIONS) }],
  ])('accepts %s', (_, changed) => {
    expect(findRefusals(changed)).toEqual([])
  })

  it.each([
    ['a blank name', { name: ' \t' }, 'The leaderboard needs a name.'],
    ['a long name', { name: 'x'.repeat(201) }, 'The name can have up to 200 characters.'],
    ['no mode', { gameModes: NEW_CONFIGURATION.gameModes }, 'Check at least one game mode.'],
    [
      'a third decimal',
      { damagePoints: 0.005 },
      'Points per damage must be a number with up to 2 decimals, from -1,000,000 to 1,000,000.',
    ],
    [
      'points as text',
      { brKillPoints: '2' },
      'Points per kill must be a number with up to 2 decimals, from -1,000,000 to 1,000,000.',
    ],
    [
      'too many points',
      { checkpointPoints: 1_000_000.01 },
      'Points per checkpoint must be a number with up to 2 decimals, from -1,000,000 to 1,000,000.',
    ],
    [
      'infinite points',
      { checkpointPoints: Number.POSITIVE_INFINITY },
      'Points per checkpoint must be a number with up to 2 decimals, from -1,000,000 to 1,000,000.',
    ],
    ['no position', { positions: [] }, 'The leaderboard needs points for at least one position.'],
    [
      'a gap',
      {
        positions: [
          { position: 1, points: 1 },
          { position: 3, points: 1 },
        ],
      },
      'Positions must be numbered 1, 2, 3 and so on without a gap.',
    ],
    [
      'positions out of order',
      {
        positions: [
          { position: 2, points: 1 },
          { position: 1, points: 1 },
        ],
      },
      'Positions must be numbered 1, 2, 3 and so on without a gap.',
    ],
    [
      'half a position',
      { positions: [{ position: 1.5, points: 1 }] },
      'A position must be a whole number from 1 to 2,000.',
    ],
    [
      'too many positions',
      { positions: positions(MAX_POSITIONS + 1) },
      'A leaderboard can have up to 2,000 positions.',
    ],
    [
      'adding no position',
      { multiplePositionsToAdd: 0 },
      'The number of positions to add must be a whole number from 1 to 2,000.',
    ],
    [
      'adding half a position',
      { multiplePositionsToAdd: 1.5 },
      'The number of positions to add must be a whole number from 1 to 2,000.',
    ],
    [
      'DNF as a word',
      { givePositionPointsOnDNF: 'no' },
      'Give Position Points on DNF is either No or Yes.',
    ],
    ['an unknown field', { bonus: 1 }, 'This is not a leaderboard configuration.'],
  ])('refuses %s with a sentence', (_, changed, sentence) => {
    expect(findRefusals(changed)).toContain(sentence)
  })

  it.each([
    [{ name: '' }, 'name', { code: 'leaderboard_name_missing', params: {} }],
    [
      { name: 'x'.repeat(201) },
      'name',
      { code: 'leaderboard_name_too_long', params: { most: 200 } },
    ],
    [
      { positions: [{ position: 1, points: 0.005 }] },
      'positions.0.points',
      {
        code: 'points_out_of_range',
        params: { field: 'points', least: -1_000_000, most: 1_000_000 },
      },
    ],
    [
      { multiplePositionsToAdd: 0 },
      'multiplePositionsToAdd',
      {
        code: 'count_out_of_range',
        params: { field: 'multiplePositionsToAdd', most: MAX_POSITIONS },
      },
    ],
    [
      { gameModes: { racing: 'yes', battleRoyale: true, tilted: true } },
      'gameModes.racing',
      { code: 'game_mode_unreadable', params: { mode: 'racing' } },
    ],
  ])('refuses %j with a code and params', (changed, path, problem) => {
    const result = LeaderboardConfiguration.safeParse({ ...STANDARD_CONFIGURATION, ...changed })
    const issue = result.error?.issues.find((each) => each.path.join('.') === path)
    expect(issue && problemIn(issue)).toEqual({ error: issue?.message, ...problem })
  })

  it('has a problem for everything that can be wrong in it', () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...FIELDS), (value, field) => {
        const { error } = LeaderboardConfiguration.safeParse({
          ...STANDARD_CONFIGURATION,
          [field]: value,
        })
        expect(error?.issues.filter((issue) => problemIn(issue) === null) ?? []).toEqual([])
      }),
    )
  })
})

const listOf = (...points: number[]): PositionPoints[] =>
  points.map((value, index) => ({ position: index + 1, points: value }))

const hundredths = fc.integer({ min: -10_000, max: 10_000 }).map((value) => value / 100)
const lists = fc.array(hundredths, { minLength: 1, maxLength: 40 }).map((all) => listOf(...all))

describe('addPositions', () => {
  it('goes down from the last position, step by step', () => {
    expect(addPositions(listOf(100), { count: 3, decrement: 5 })).toEqual(listOf(100, 95, 90, 85))
  })

  it('continues below 0', () => {
    expect(addPositions(listOf(100, 7), { count: 2, decrement: 5 })).toEqual(listOf(100, 7, 2, -3))
  })

  it('is exact, unlike binary fractions', () => {
    expect(addPositions(listOf(0.3), { count: 3, decrement: 0.1 })).toEqual(
      listOf(0.3, 0.2, 0.1, 0),
    )
  })

  it('stops when the configuration is full', () => {
    const full = addPositions(listOf(1), { count: MAX_POSITIONS + 5, decrement: 0 })
    expect(full).toHaveLength(MAX_POSITIONS)
    expect(addPositions(full, { count: 1, decrement: 0 })).toEqual(full)
  })

  it('keeps a valid list valid, no matter what is added', () => {
    const isValid = (positions: PositionPoints[]) =>
      LeaderboardConfiguration.safeParse({ ...STANDARD_CONFIGURATION, positions }).success
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 50 }), hundredths, (list, count, decrement) => {
        const longer = addPositions(list, { count, decrement })
        expect(longer).toHaveLength(list.length + count)
        expect(isValid(longer)).toBe(true)
      }),
    )
  })
})

describe('a stored configuration', () => {
  it('has the value of a new configuration for a rule that was added later', () => {
    const { checkpointPoints, givePositionPointsOnDNF, ...earlier } = STANDARD_CONFIGURATION
    expect([checkpointPoints, givePositionPointsOnDNF]).toEqual([0, false])
    const gameModes = { racing: true, battleRoyale: false }
    expect(readConfiguration({ ...earlier, gameModes })).toEqual({
      ...STANDARD_CONFIGURATION,
      gameModes: { ...gameModes, tilted: false },
    })
  })

  it('loses a rule that no longer exists, and keeps the others', () => {
    const stored = { ...STANDARD_CONFIGURATION, damagePoints: 0.25, lapPoints: 3 }
    expect(readConfiguration(stored)).toEqual({ ...STANDARD_CONFIGURATION, damagePoints: 0.25 })
  })
})
