/** Games in the model: which files have a game that is stored already (docs/scoring.md, One game by several ways). */
import { SAME_FINISH_MS } from '../../src/domain/intake/games/known-games.ts'
import { countedGames } from './numbers.ts'
import { type Channel, type GameInFile, nextId, type StoredGame, type World } from './world.ts'

export interface GameOutcome {
  kind: 'stored' | 'completed' | 'known' | 'conflict'
  game: StoredGame
}

/** Compares every game with the games stored before this upload. */
export function storeGames(
  world: World,
  channel: Channel,
  games: readonly GameInFile[],
): GameOutcome[] {
  const known = games.map((game) => findKnown(channel, game))
  return games.map((game, index) => {
    const earlier = known[index]
    if (earlier === undefined) {
      const stored = { ...game, id: nextId(world) }
      channel.games.push(stored)
      return { kind: 'stored', game: stored }
    }
    if (earlier.kind === 'completed') {
      complete(earlier.game, game)
    }
    return earlier
  })
}

function findKnown(channel: Channel, game: GameInFile): GameOutcome | undefined {
  const ofMode = channel.games.filter(({ mode }) => mode === game.mode)
  const named = ofMode.find(({ key }) => key === game.key)
  if (named !== undefined) {
    const isSame = JSON.stringify(named.results) === JSON.stringify(game.results)
    return { kind: isSame ? 'known' : 'conflict', game: named }
  }
  const apart = ({ finishedAt }: StoredGame) =>
    Math.abs(finishedAt.getTime() - game.finishedAt.getTime())
  const [nearest] = ofMode
    .filter(
      (other) =>
        other.source !== game.source &&
        apart(other) <= SAME_FINISH_MS &&
        outcomeOf(other) === outcomeOf(game),
    )
    .toSorted((a, b) => apart(a) - apart(b))
  if (nearest === undefined) {
    return undefined
  }
  return { kind: nearest.source === 'day log' ? 'completed' : 'known', game: nearest }
}

/** The results as a day log has them, with 0 for unknown numbers. */
function outcomeOf({ results }: GameInFile): string {
  const lines = results.map((result) =>
    JSON.stringify([
      result.platform,
      result.login,
      result.position,
      result.points ?? 0,
      result.eliminated,
      result.kills ?? 0,
      result.damage ?? 0,
    ]),
  )
  return lines.toSorted().join()
}

/** The game's own files have more than the day log. Season and time stay, and it stays left out if it is rankable. */
function complete(stored: StoredGame, game: GameInFile): void {
  const { source, key, map, results } = game
  const leftOutAs = game.isRankable ? (stored.leftOutAs ?? null) : null
  const isRankable = game.isRankable && leftOutAs === null
  Object.assign(stored, { source, key, isRankable, leftOutAs, map, results })
}

/** How many of the added games count per season, and with how many points. */
export function countedBySeason(channel: Channel, added: readonly StoredGame[]) {
  const seasons = [...new Set(added.map(({ season }) => season))].toSorted((a, b) => a - b)
  return seasons.map((season) => {
    const counted = countedGames(channel, season).filter((game) => added.includes(game))
    const results = counted.flatMap((game) => game.results)
    return {
      season,
      added: added.filter((game) => game.season === season).length,
      counted: counted.length,
      points: results.reduce((sum, { points }) => sum + (points ?? 0), 0),
    }
  })
}
