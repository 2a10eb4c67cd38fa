/** How an event's points are awarded. docs/scoring.md, Configurations. */
import * as z from 'zod/mini'
import { isVisible } from './names.ts'
import { fromHundredths, toHundredths } from './points.ts'
import { saying } from './problem.ts'
import { CONFIGURATION_PROBLEMS, type CountField, type PointsField } from './problem-sentences.ts'

/** More than the largest lobby that we have seen (850 marbles). */
export const MAX_POSITIONS = 2_000
const MAX_POINTS = 1_000_000
export const MAX_NAME_LENGTH = 200

const says = saying(CONFIGURATION_PROBLEMS)

function points(field: PointsField) {
  const error = says('points_out_of_range', { field, least: -MAX_POINTS, most: MAX_POINTS })
  return z
    .number(error)
    .check(
      z.minimum(-MAX_POINTS, error),
      z.maximum(MAX_POINTS, error),
      z.refine(hasTwoDecimals, error),
    )
}

function wholeFromOne(field: CountField) {
  const error = says('count_out_of_range', { field, most: MAX_POSITIONS })
  return z.int(error).check(z.minimum(1, error), z.maximum(MAX_POSITIONS, error))
}

export const PositionPoints = z.strictObject(
  { position: wholeFromOne('position'), points: points('points') },
  says('position_unreadable'),
)
export type PositionPoints = z.infer<typeof PositionPoints>

export const GameModes = z.strictObject(
  {
    racing: z.boolean(says('game_mode_unreadable', { mode: 'racing' })),
    battleRoyale: z.boolean(says('game_mode_unreadable', { mode: 'battleRoyale' })),
    tilted: z.boolean(says('game_mode_unreadable', { mode: 'tilted' })),
  },
  says('game_modes_unreadable'),
)
export type GameModes = z.infer<typeof GameModes>

/**
 * A leaderboard configuration. Points have up to 2 decimals and may be negative. Positions are numbered 1, 2, 3 … in
 * this order. Each issue carries a problem of `problem-sentences.ts`; see `problemIn`.
 */
export const LeaderboardConfiguration = z.strictObject(
  {
    name: z
      .string(says('leaderboard_name_missing'))
      .check(
        z.refine(isVisible, says('leaderboard_name_missing')),
        z.maxLength(MAX_NAME_LENGTH, says('leaderboard_name_too_long', { most: MAX_NAME_LENGTH })),
      ),
    positions: z
      .array(PositionPoints, says('positions_missing'))
      .check(
        z.minLength(1, says('positions_missing')),
        z.maxLength(MAX_POSITIONS, says('too_many_positions', { most: MAX_POSITIONS })),
        z.refine(isNumberedFromOne, says('positions_not_in_order')),
      ),
    pointDecrement: points('pointDecrement'),
    /** For each race and royale. */
    participationPoints: points('participationPoints'),
    brKillPoints: points('brKillPoints'),
    damagePoints: points('damagePoints'),
    crownWinPoints: points('crownWinPoints'),
    tiltLevelSurvivedPoints: points('tiltLevelSurvivedPoints'),
    tiltTopTilteePoints: points('tiltTopTilteePoints'),
    checkpointPoints: points('checkpointPoints'),
    givePositionPointsOnDNF: z.boolean(says('points_on_dnf_unreadable')),
    /** How many positions the setup page adds at once. */
    multiplePositionsToAdd: wholeFromOne('multiplePositionsToAdd'),
    gameModes: GameModes.check(
      z.refine(
        (modes) => modes.racing || modes.battleRoyale || modes.tilted,
        says('game_mode_missing'),
      ),
    ),
  },
  says('configuration_unreadable'),
)
export type LeaderboardConfiguration = z.infer<typeof LeaderboardConfiguration>

/** What the setup page starts with. It is not valid yet: its author must choose a name and a game mode. */
export const NEW_CONFIGURATION: LeaderboardConfiguration = {
  name: '',
  positions: [{ position: 1, points: 100 }],
  pointDecrement: 5,
  participationPoints: 0,
  brKillPoints: 0,
  damagePoints: 0,
  crownWinPoints: 0,
  tiltLevelSurvivedPoints: 0,
  tiltTopTilteePoints: 0,
  checkpointPoints: 0,
  givePositionPointsOnDNF: false,
  multiplePositionsToAdd: 1,
  gameModes: { racing: false, battleRoyale: false, tilted: false },
}

const Stored = z.looseObject({ gameModes: z.looseObject({}) })

/**
 * Reads a stored configuration, which may be older than some of today's rules. Missing rules get the value of a new
 * configuration, and rules that no longer exist are left out.
 */
export function readConfiguration(stored: unknown): LeaderboardConfiguration {
  const { gameModes, ...rules } = Stored.parse(stored)
  return z.object(LeaderboardConfiguration.shape).parse({
    ...NEW_CONFIGURATION,
    ...rules,
    gameModes: { ...NEW_CONFIGURATION.gameModes, ...gameModes },
  })
}

/** The one default configuration of a fresh installation. */
export const STANDARD_CONFIGURATION: LeaderboardConfiguration = {
  ...NEW_CONFIGURATION,
  name: 'Standard',
  positions: Array.from({ length: 10 }, (_, index) => ({
    position: index + 1,
    points: 100 - 5 * index,
  })),
  gameModes: { racing: true, battleRoyale: true, tilted: true },
}

/**
 * What 'Add Positions' on the setup page does: adds `count` positions, numbered after the last one. The first has
 * `decrement` points less than the last, the second twice that, and so on, even below 0. Adds no positions beyond
 * MAX_POSITIONS.
 */
export function addPositions(
  positions: readonly PositionPoints[],
  { count, decrement }: { count: number; decrement: number },
): PositionPoints[] {
  const last = positions.at(-1) ?? { position: 0, points: 0 }
  const room = Math.max(0, MAX_POSITIONS - positions.length)
  const added = Array.from({ length: Math.min(count, room) }, (_, index) => ({
    position: last.position + index + 1,
    points: fromHundredths(toHundredths(last.points) - (index + 1) * toHundredths(decrement)),
  }))
  return [...positions, ...added]
}

function hasTwoDecimals(value: number): boolean {
  return fromHundredths(toHundredths(value)) === value
}

function isNumberedFromOne(positions: readonly PositionPoints[]): boolean {
  return positions.every(({ position }, index) => position === index + 1)
}
