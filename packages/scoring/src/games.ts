/** A game's facts as scoring takes them: what the files say, with nothing derived. */
import type { Racer } from './racer.ts'

/** A race (a custom map race too), a battle royale, or one level of a tilt run. */
export type GameMode = 'race' | 'royale' | 'tilt'

/** What one racer did in one game. A racer has at most one result in a game. */
export interface GameResult extends Racer {
  /** From 1; null where the file has none (legacy tilt). Tilt positions have gaps. */
  position: number | null
  /** The game's own season points, as the file has them; null: unknown. Never computed by us. */
  points: number | null
  /** Did not finish, was knocked out, or did not survive the tilt level. */
  eliminated: boolean
  /** Royales only; null: unknown. */
  kills: number | null
  /** Royales only; null: unknown. Counted to 3 decimals; the game's files hold whole numbers. */
  damage: number | null
  /** Best player of a tilt level; may be eliminated all the same. */
  isTopTiltee: boolean
}

/** A racer was first at a numbered checkpoint of a race. The same hit twice is the caller's to drop. */
export interface CheckpointHit extends Racer {
  number: number
}

/** One game that counts for the event; the caller has left out what is unranked or outside its window. */
export interface Game {
  /** Unique among the games scored together. */
  id: number
  mode: GameMode
  /** The instant of finish, epoch milliseconds; games are in this order, then in that of their ids. */
  finishedAtMs: number
  /** Marbles in the game, as the summary says, else the number of results. */
  playerCount: number
  results: readonly GameResult[]
  checkpointHits: readonly CheckpointHit[]
}

/** The games in the order in which they finished, the lower id first where two did at once. */
export function inOrderOfFinish(games: readonly Game[]): Game[] {
  return games.toSorted((a, b) => a.finishedAtMs - b.finishedAtMs || a.id - b.id)
}

/** Whether this is a win: place 1 and not eliminated, whatever the points (the design, section 7). */
export function isWin({ position, eliminated }: GameResult): boolean {
  return position === 1 && !eliminated
}
