/** The facts of a game, as its files state them. */
import type { Racer } from './racer.ts'

/** A race (also on a custom map), a battle royale, or one level of a tilt run. */
export const GAME_MODES = ['race', 'royale', 'tilt'] as const

export type GameMode = (typeof GAME_MODES)[number]

/** What one racer did in one game. A racer has at most one result in a game. */
export interface GameResult extends Racer {
  /** From 1; null if the file has none (legacy tilt). Tilt positions have gaps. */
  position: number | null
  /** The game's own points for the season; null if unknown. */
  points: number | null
  /** The racer did not finish, was knocked out, or did not survive the tilt level. */
  eliminated: boolean
  /** Only in royales; null if unknown. */
  kills: number | null
  /** Only in royales, up to 3 decimals; null if unknown. */
  damage: number | null
  /** The best player of a tilt level, who may be eliminated. */
  isTopTiltee: boolean
}

/** A racer was first at a checkpoint of a race. The caller removes duplicates. */
export interface CheckpointHit extends Racer {
  number: number
}

/** One game that counts for the event. docs/scoring.md, What counts in an event. */
export interface CountedGame {
  mode: GameMode
  /** How many marbles are in the game. */
  playerCount: number
  results: readonly GameResult[]
  checkpointHits: readonly CheckpointHit[]
}

/** A royale with fewer marbles cannot count as a crown win. docs/scoring.md, Crown wins. */
export const CROWN_MIN_MARBLES = 10

/** Whether this is a win: place 1 and not eliminated, regardless of the points. docs/scoring.md, Wins. */
export function isWin({ position, eliminated }: GameResult): boolean {
  return position === 1 && !eliminated
}

/** How many of a racer's crownable wins are crown wins: all except the first. docs/scoring.md, Crown wins. */
export function crownWinsAmong(crownableWins: number): number {
  return Math.max(0, crownableWins - 1)
}

/** Whether the result is a royale win among enough marbles. All of a racer's except the first are crown wins. */
export function isCrownable({ mode, playerCount }: CountedGame, result: GameResult): boolean {
  return mode === 'royale' && playerCount >= CROWN_MIN_MARBLES && isWin(result)
}
