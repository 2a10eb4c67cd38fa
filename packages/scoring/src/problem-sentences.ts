/** What can be wrong with a leaderboard configuration, in English. */
import { type Catalogue, inDigits } from './problem.ts'

const POINTS = {
  points: 'Points for a position',
  pointDecrement: 'The point decrement',
  participationPoints: 'Participation points',
  brKillPoints: 'Points per kill',
  damagePoints: 'Points per damage',
  crownWinPoints: 'Points per crown win',
  tiltLevelSurvivedPoints: 'Tilt level survived points',
  tiltTopTilteePoints: 'Tilt top tiltee points',
  checkpointPoints: 'Points per checkpoint',
} as const
export type PointsField = keyof typeof POINTS

const COUNTS = {
  position: 'A position',
  multiplePositionsToAdd: 'The number of positions to add',
} as const
export type CountField = keyof typeof COUNTS

const MODES = { racing: 'Racing', battleRoyale: 'Battle Royale', tilted: 'Tilted' } as const

export const CONFIGURATION_PROBLEMS = {
  leaderboard_name_missing: 'The leaderboard needs a name.',
  leaderboard_name_too_long: ({ most }: { most: number }) =>
    `The name can have up to ${inDigits(most)} characters.`,
  positions_missing: 'The leaderboard needs points for at least one position.',
  too_many_positions: ({ most }: { most: number }) =>
    `A leaderboard can have up to ${inDigits(most)} positions.`,
  positions_not_in_order: 'Positions must be numbered 1, 2, 3 and so on without a gap.',
  points_out_of_range: ({
    field,
    least,
    most,
  }: {
    field: PointsField
    least: number
    most: number
  }) =>
    `${POINTS[field]} must be a number with up to 2 decimals, from ${inDigits(least)} to ${inDigits(most)}.`,
  count_out_of_range: ({ field, most }: { field: CountField; most: number }) =>
    `${COUNTS[field]} must be a whole number from 1 to ${inDigits(most)}.`,
  game_mode_missing: 'Check at least one game mode.',
  game_mode_unreadable: ({ mode }: { mode: keyof typeof MODES }) =>
    `${MODES[mode]} is either checked or not.`,
  game_modes_unreadable: 'The game modes are Racing, Battle Royale and Tilted.',
  position_unreadable: 'A position has a number and points, nothing else.',
  points_on_dnf_unreadable: 'Give Position Points on DNF is either No or Yes.',
  configuration_unreadable: 'This is not a leaderboard configuration.',
} as const satisfies Catalogue
