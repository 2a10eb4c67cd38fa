/** Which games of a channel count in a round that prescribes them. docs/scoring.md, Prescribed rounds */
import type { GameMode } from './games.ts'
import { normalLogin } from './racer.ts'

/** What all games of a round must be like. */
export interface Prescription {
  mode: GameMode
  /** null: any map. */
  map: PrescribedMap | null
  /** As files name it, in any letter case; null: games that are rankable. */
  sessionType: string | null
  /** The hours of each day in which they finish, in the event's time zone: from 18 until 22; null: any. */
  hours: { from: number; until: number } | null
  /** Which of a channel's games count; null: all. */
  games: { which: GameChoice; count: number } | null
}

interface PrescribedMap {
  name: string
  /** null: by anybody. */
  creator: string | null
}

/** `largest`: those with the most marbles; `named`: those that the streamer names before they start. */
export const GAME_CHOICES = ['first', 'last', 'largest', 'named'] as const
export type GameChoice = (typeof GAME_CHOICES)[number]

/** A game of one channel that finished on the days of the event. */
export interface PlayedGame {
  id: number
  mode: GameMode
  /** null: its files name none. */
  map: PrescribedMap | null
  sessionType: string | null
  isRankable: boolean
  /** An admin has left it out of all rankings. */
  isLeftOut: boolean
  finishedAt: Date
  /** null: its files do not say. */
  startedAt: Date | null
  /** The hour of the day in which it finished, in the event's time zone, from 0 to 23. */
  hour: number
  marbles: number
  /** What an organiser has decided about it, whatever is prescribed; null: nothing. */
  swapped: 'in' | 'out' | null
}

export const REFUSALS = [
  'left_out',
  'swapped_out',
  'other_mode',
  'no_map',
  'other_map',
  'other_session',
  'not_ranked',
  'other_hours',
  'not_first',
  'not_last',
  'not_largest',
  'not_named',
  'start_unknown',
  'enough_others',
] as const
/** Why a game does not count in a round. */
export type Refusal = (typeof REFUSALS)[number]

/** A streamer has said that their next game counts. */
export interface Naming {
  id: number
  namedAt: Date
  /** Games that start after it are no longer meant; null: it was not taken back. */
  takenBackAt: Date | null
}

/**
 * Why each game does not count; null: it does. A game that an organiser has swapped in counts, and is one of the number
 * that is prescribed; one that has been swapped out leaves its place to the next. What an admin has left out never
 * counts. Games that finished at the same instant are in the order in which they were stored, and of games with equal
 * marbles the earlier one is larger.
 */
export function decideGames(
  prescription: Prescription,
  games: readonly PlayedGame[],
  namings: readonly Naming[] = [],
): ReadonlyMap<number, Refusal | null> {
  const inTime = inOrder(games)
  const decided = new Map(inTime.map((game) => [game.id, refusalOf(prescription, game)]))
  const { games: wanted } = prescription
  if (wanted === null) return decided
  const fitting = inTime.filter(({ id }) => decided.get(id) === null)
  const swappedIn = fitting.filter(({ swapped }) => swapped === 'in').length
  let others = fitting.filter(({ swapped }) => swapped !== 'in')
  if (wanted.which === 'named') {
    const named = new Set(gamesOfNamings(prescription, games, namings).values())
    for (const { id, startedAt } of others.filter((game) => !named.has(game.id))) {
      decided.set(id, startedAt === null ? 'start_unknown' : 'not_named')
    }
    others = others.filter(({ id }) => named.has(id))
  }
  for (const { id } of others
    .toSorted(ORDERS[wanted.which])
    .slice(Math.max(0, wanted.count - swappedIn))) {
    decided.set(id, wanted.which === 'named' ? 'enough_others' : `not_${wanted.which}`)
  }
  return decided
}

/**
 * The game that each naming is about, by the naming's id: of the games that are as prescribed, the first that started
 * after it, before it was taken back, and that no earlier naming is about. What an organiser decides about the game
 * changes nothing about that.
 */
export function gamesOfNamings(
  prescription: Prescription,
  games: readonly PlayedGame[],
  namings: readonly Naming[],
): ReadonlyMap<number, number> {
  const meant = new Map<number, number>()
  const free = inOrder(games)
    .filter((game) => isFitting(prescription, game))
    .flatMap(({ id, startedAt }) => (startedAt === null ? [] : [{ id, startedAt }]))
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  for (const { id, namedAt, takenBackAt } of namings.toSorted(
    (a, b) => a.namedAt.getTime() - b.namedAt.getTime() || a.id - b.id,
  )) {
    const next = free.findIndex(({ startedAt }) => startedAt > namedAt)
    const game = free[next]
    if (game !== undefined && (takenBackAt === null || game.startedAt <= takenBackAt)) {
      meant.set(id, game.id)
      free.splice(next, 1)
    }
  }
  return meant
}

const inOrder = (games: readonly PlayedGame[]) =>
  games.toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime() || a.id - b.id)

const isFitting = (prescription: Prescription, game: PlayedGame) =>
  (game.swapped === 'in' && !game.isLeftOut) ||
  refusalOf(prescription, { ...game, swapped: null }) === null

const ORDERS = {
  first: () => 0,
  last: (a, b) => b.finishedAt.getTime() - a.finishedAt.getTime() || b.id - a.id,
  largest: (a, b) => b.marbles - a.marbles,
  named: () => 0,
} satisfies Record<GameChoice, (a: PlayedGame, b: PlayedGame) => number>

function refusalOf(
  { mode, map, sessionType, hours }: Prescription,
  game: PlayedGame,
): Refusal | null {
  if (game.isLeftOut) return 'left_out'
  if (game.swapped !== null) return game.swapped === 'out' ? 'swapped_out' : null
  if (game.mode !== mode) return 'other_mode'
  if (map !== null && game.map === null) return 'no_map'
  if (map !== null && game.map !== null && !isSameMap(map, game.map)) return 'other_map'
  if (sessionType === null && !game.isRankable) return 'not_ranked'
  if (sessionType !== null && !isSameText(sessionType, game.sessionType ?? '')) {
    return 'other_session'
  }
  if (hours !== null && (game.hour < hours.from || game.hour >= hours.until)) return 'other_hours'
  return null
}

const isSameMap = (wanted: PrescribedMap, played: PrescribedMap) =>
  isSameText(wanted.name, played.name) &&
  (wanted.creator === null || isSameText(wanted.creator, played.creator ?? ''))

const isSameText = (one: string, other: string) => normalLogin(one) === normalLogin(other)
