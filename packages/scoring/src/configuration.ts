/** How an event's points are awarded. docs/scoring.md, Configurations. */
import * as z from 'zod/mini'
import { fromHundredths, toHundredths } from './points.ts'

/** More than the largest lobby seen (850 marbles). */
export const MAX_POSITIONS = 2_000
const MAX_POINTS = 1_000_000
export const MAX_NAME_LENGTH = 200

const words = (limit: number) => limit.toLocaleString('en-US')

function points(what: string) {
  const error = `${what} must be a number with up to 2 decimals, from ${words(-MAX_POINTS)} to ${words(MAX_POINTS)}.`
  return z
    .number(error)
    .check(
      z.minimum(-MAX_POINTS, error),
      z.maximum(MAX_POINTS, error),
      z.refine(hasTwoDecimals, error),
    )
}

function wholeFromOne(what: string) {
  const error = `${what} must be a whole number from 1 to ${words(MAX_POSITIONS)}.`
  return z.int(error).check(z.minimum(1, error), z.maximum(MAX_POSITIONS, error))
}

export const PositionPoints = z.strictObject(
  {
    position: wholeFromOne('A position'),
    points: points('Points for a position'),
  },
  'A position has a number and points, nothing else.',
)
export type PositionPoints = z.infer<typeof PositionPoints>

export const GameModes = z.strictObject(
  {
    racing: z.boolean('Racing is either checked or not.'),
    battleRoyale: z.boolean('Battle Royale is either checked or not.'),
    tilted: z.boolean('Tilted is either checked or not.'),
  },
  'The game modes are Racing, Battle Royale and Tilted.',
)
export type GameModes = z.infer<typeof GameModes>

/**
 * A leaderboard configuration. Points have up to 2 decimals and may be negative; positions are
 * numbered 1, 2, 3 … in this order. Every refusal is a sentence to show.
 */
export const LeaderboardConfiguration = z.strictObject(
  {
    name: z.string('The leaderboard needs a name.').check(
      z.refine((name) => name.trim() !== '', 'The leaderboard needs a name.'),
      z.maxLength(MAX_NAME_LENGTH, `The name can have up to ${words(MAX_NAME_LENGTH)} characters.`),
    ),
    positions: z
      .array(PositionPoints, 'The leaderboard needs points for at least one position.')
      .check(
        z.minLength(1, 'The leaderboard needs points for at least one position.'),
        z.maxLength(
          MAX_POSITIONS,
          `A leaderboard can have up to ${words(MAX_POSITIONS)} positions.`,
        ),
        z.refine(isNumberedFromOne, 'Positions must be numbered 1, 2, 3 and so on without a gap.'),
      ),
    pointDecrement: points('The point decrement'),
    /** Per race and royale. */
    participationPoints: points('Participation points'),
    brKillPoints: points('Points per kill'),
    damagePoints: points('Points per damage'),
    crownWinPoints: points('Points per crown win'),
    tiltLevelSurvivedPoints: points('Tilt level survived points'),
    tiltTopTilteePoints: points('Tilt top tiltee points'),
    checkpointPoints: points('Points per checkpoint'),
    givePositionPointsOnDNF: z.boolean('Give Position Points on DNF is either No or Yes.'),
    /** How many positions the setup page adds at once. */
    multiplePositionsToAdd: wholeFromOne('The number of positions to add'),
    gameModes: GameModes.check(
      z.refine(
        (modes) => modes.racing || modes.battleRoyale || modes.tilted,
        'Check at least one game mode.',
      ),
    ),
  },
  'This is not a leaderboard configuration.',
)
export type LeaderboardConfiguration = z.infer<typeof LeaderboardConfiguration>

/** What the setup page starts with. Not valid yet: its author must choose a name and a game mode. */
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
 * A configuration as it was stored, perhaps before some of today's rules: those have the value they have
 * in a new configuration, and a rule that is gone is left out.
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
 * What 'Add Positions' of the setup page does: `count` more positions, numbered after the last. The
 * first has `decrement` points less than the last, the second twice that, and so on, also below 0.
 * Positions that a configuration has no room for are not added.
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
