/** A game's facts, as the files tell them. */
import type { Racer } from './racer.ts'

/** A race (a custom map race too), a battle royale, or one level of a tilt run. */
export type GameMode = 'race' | 'royale' | 'tilt'

/** What one racer did in one game. A racer has at most one result in a game. */
export interface GameResult extends Racer {
  /** From 1; null where the file has none (legacy tilt). Tilt positions have gaps. */
  position: number | null
  /** The game's own season points; null: unknown. */
  points: number | null
  /** Did not finish, was knocked out, or did not survive the tilt level. */
  eliminated: boolean
  /** Royales only; null: unknown. */
  kills: number | null
  /** Royales only, up to 3 decimals; null: unknown. */
  damage: number | null
  /** Best player of a tilt level; may be eliminated. */
  isTopTiltee: boolean
}

/** A racer was first at a checkpoint of a race. The caller removes duplicates. */
export interface CheckpointHit extends Racer {
  number: number
}

/** One game that counts for the event. docs/scoring.md, What counts in an event. */
export interface Game {
  mode: GameMode
  /** Marbles in the game. */
  playerCount: number
  results: readonly GameResult[]
  checkpointHits: readonly CheckpointHit[]
}

/** A royale with fewer marbles cannot lead to a crown win. docs/scoring.md, Crown wins. */
export const CROWN_MIN_MARBLES = 10

/** Whether this is a win: place 1 and not eliminated, whatever the points. docs/scoring.md, Wins. */
export function isWin({ position, eliminated }: GameResult): boolean {
  return position === 1 && !eliminated
}

/** How many of a racer's crownable wins are crown wins: each after the first. docs/scoring.md, Crown wins. */
export function crownWinsAmong(crownableWins: number): number {
  return Math.max(0, crownableWins - 1)
}

/** Whether the result is a royale win among enough marbles: each after the first is a crown win. */
export function isCrownable({ mode, playerCount }: Game, result: GameResult): boolean {
  return mode === 'royale' && playerCount >= CROWN_MIN_MARBLES && isWin(result)
}
