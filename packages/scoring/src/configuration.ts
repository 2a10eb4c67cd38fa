/** How an event's points are awarded (the specification, sections 3, 5 and 9; the design, section 7). */
import * as z from 'zod/mini'
import { fromHundredths, toHundredths } from './hundredths.ts'

/** More than the largest lobby that anybody has shown. */
export const MAX_POSITIONS = 2_000
/** Points for one of anything, either sign. */
export const MAX_POINTS = 1_000_000
export const MAX_NAME_LENGTH = 200

const words = (limit: number) => limit.toLocaleString('en-US')

/** A field of points; its refusals are sentences that the setup page can show. */
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

/** The points for one place. */
export const PositionPoints = z.strictObject(
  {
    /** From 1. */
    position: wholeFromOne('A position'),
    points: points('Points for a position'),
  },
  'A position has a number and points, nothing else.',
)
export type PositionPoints = z.infer<typeof PositionPoints>

/** Which games count at all. */
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
 * A leaderboard configuration, field for field as the specification, section 3, names them. Points have up
 * to 2 decimals and may be negative; positions are numbered 1, 2, 3 … in this order. Every refusal is
 * a sentence to show.
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
    /** What each added position has less than the one before it. */
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

/**
 * What the setup page starts with (the specification, section 9). Not valid yet: it has no name and no
 * mode, which its author must choose.
 */
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

/** The one default of a fresh installation (the design, section 8). */
export const STANDARD_CONFIGURATION: LeaderboardConfiguration = {
  ...NEW_CONFIGURATION,
  name: 'Standard',
  positions: Array.from({ length: 10 }, (_, index) => ({
    position: index + 1,
    points: 100 - 5 * index,
  })),
  gameModes: { racing: true, battleRoyale: true, tilted: true },
}

function hasTwoDecimals(value: number): boolean {
  return fromHundredths(toHundredths(value)) === value
}

function isNumberedFromOne(positions: readonly PositionPoints[]): boolean {
  return positions.every(({ position }, index) => position === index + 1)
}
