/** Event points: games and a configuration in, one explained row for each racer out. */
import { addKnown, type ExplainedRow } from './board-row.ts'
import { compareCodePoints } from './code-point-order.ts'
import type { LeaderboardConfiguration } from './configuration.ts'
import { mergeTerms, type PlainTerm, sumOfTerms, type Term, termPoints } from './explanation.ts'
import { type Game, type GameMode, type GameResult, inOrderOfFinish, isWin } from './games.ts'
import { racerKey, racerName } from './racer.ts'

/** A royale with fewer marbles makes nobody a champion (the design, section 7). */
const MIN_CROWN_MARBLES = 10

/** What counts of one mode's games. */
interface ModeTally {
  games: number
  wins: number
  points: number | null
  highScore: number | null
}

/** Everything about one racer that a row or a term is made of. */
interface Tally {
  key: string
  name: string
  race: ModeTally
  royale: ModeTally
  /** How often each position was paid or, where it has no points, would have been. */
  paidPositions: Map<number, number>
  checkpoints: number
  eliminations: number
  kills: number | null
  /** Thousandths, so that the order of adding is nothing. */
  damageThousandths: number
  /** Royale wins with enough marbles, of which the first is no crown win. */
  championships: number
  crownWins: number
  tiltLevelsSurvived: number
  topTiltees: number
}

/**
 * Scores games by the rules of the design, section 7 and returns one row for each racer with a result in a
 * counted game, ordered by platform and login; `rankRows` ranks them. The order of games, results and
 * hits is nothing.
 *
 * - A game whose mode is not checked in the configuration counts nothing at all.
 * - A race or royale gives participation points, and points for the position unless the racer was
 *   eliminated, or always with points on DNF. An unknown position gives none.
 * - A checkpoint hit of a race gives checkpoint points to racers who have a row; others get neither
 *   points nor a row (the domain reference, 2.4). Hits that came with a royale or tilt level give nothing.
 * - A royale gives points for kills, damage (unknown: none) and crown wins: a win among at least 10
 *   marbles by somebody who has already won such a royale, in order of finish.
 * - A tilt level gives points to survivors, also when the level failed, and to the top tiltee, also
 *   when eliminated; nothing else, and it counts in none of the row's other columns.
 *
 * The row's season points and high scores are the files' own, never recomputed: unknown points leave
 * a sum as it is, and it is null only where all of a racer's games of that mode are unknown.
 */
export function scoreGames({
  configuration,
  games,
}: {
  configuration: LeaderboardConfiguration
  games: readonly Game[]
}): ExplainedRow[] {
  const counted = inOrderOfFinish(games).filter(({ mode }) => isCounted(configuration, mode))
  const tallies = new Map<string, Tally>()
  const keyOf = rememberedKeys()
  for (const game of counted) {
    for (const result of game.results) {
      const key = keyOf(result.platform, result.login)
      let tally = tallies.get(key)
      if (tally === undefined) {
        tally = emptyTally(key, racerName(result))
        tallies.set(key, tally)
      }
      tallyResult(tally, { game, result, configuration })
    }
  }
  // After all results: a hit may come before its racer's first result.
  for (const hit of counted.flatMap(({ mode, checkpointHits }) =>
    mode === 'race' ? checkpointHits : [],
  )) {
    const tally = tallies.get(keyOf(hit.platform, hit.login))
    if (tally !== undefined) {
      tally.checkpoints += 1
    }
  }
  return [...tallies.values()]
    .toSorted((a, b) => compareCodePoints(a.key, b.key))
    .map((tally) => rowOf(tally, configuration))
}

function isCounted({ gameModes }: LeaderboardConfiguration, mode: GameMode): boolean {
  return { race: gameModes.racing, royale: gameModes.battleRoyale, tilt: gameModes.tilted }[mode]
}

/** `racerKey`, computed once for each spelling: a large event names the same few people 170,000 times. */
function rememberedKeys(): (platform: string, login: string) => string {
  const platforms = new Map<string, Map<string, string>>()
  return (platform, login) => {
    let keys = platforms.get(platform)
    if (keys === undefined) {
      keys = new Map()
      platforms.set(platform, keys)
    }
    let key = keys.get(login)
    if (key === undefined) {
      key = racerKey({ platform, login })
      keys.set(login, key)
    }
    return key
  }
}

function emptyTally(key: string, name: string): Tally {
  return {
    key,
    name,
    race: { games: 0, wins: 0, points: null, highScore: null },
    royale: { games: 0, wins: 0, points: null, highScore: null },
    paidPositions: new Map(),
    checkpoints: 0,
    eliminations: 0,
    kills: null,
    damageThousandths: 0,
    championships: 0,
    crownWins: 0,
    tiltLevelsSurvived: 0,
    topTiltees: 0,
  }
}

function tallyResult(
  tally: Tally,
  {
    game,
    result,
    configuration,
  }: { game: Game; result: GameResult; configuration: LeaderboardConfiguration },
): void {
  if (game.mode === 'tilt') {
    tally.tiltLevelsSurvived += result.eliminated ? 0 : 1
    tally.topTiltees += result.isTopTiltee ? 1 : 0
    return
  }
  tallyPlace(tally[game.mode], result)
  tally.eliminations += result.eliminated ? 1 : 0
  const isPaid = !result.eliminated || configuration.givePositionPointsOnDNF
  if (isPaid && result.position !== null) {
    const times = tally.paidPositions.get(result.position) ?? 0
    tally.paidPositions.set(result.position, times + 1)
  }
  if (game.mode === 'royale') {
    tally.kills = addKnown(tally.kills, result.kills)
    tally.damageThousandths += Math.round((result.damage ?? 0) * 1000)
    if (isWin(result) && game.playerCount >= MIN_CROWN_MARBLES) {
      tally.crownWins += tally.championships > 0 ? 1 : 0
      tally.championships += 1
    }
  }
}

function tallyPlace(mode: ModeTally, result: GameResult): void {
  mode.games += 1
  mode.wins += isWin(result) ? 1 : 0
  mode.points = addKnown(mode.points, result.points)
  if (result.points !== null) {
    mode.highScore = Math.max(mode.highScore ?? 0, result.points)
  }
}

function rowOf(tally: Tally, configuration: LeaderboardConfiguration): ExplainedRow {
  const { race, royale } = tally
  const terms = termsOf(tally, configuration)
  return {
    racer_name: tally.name,
    event_points: sumOfTerms(terms),
    race_points: knownOrNone(race, race.points),
    race_wins: race.wins,
    race_races: race.games,
    race_hs: knownOrNone(race, race.highScore),
    br_points: knownOrNone(royale, royale.points),
    br_wins: royale.wins,
    br_races: royale.games,
    br_hs: knownOrNone(royale, royale.highScore),
    kills: knownOrNone(royale, tally.kills),
    eliminations: tally.eliminations,
    crown_wins: tally.crownWins,
    terms,
  }
}

/** Without a game there is nothing to be unknown: the sum over no games is 0. */
function knownOrNone({ games }: ModeTally, value: number | null): number | null {
  return games === 0 ? 0 : value
}

function termsOf(tally: Tally, configuration: LeaderboardConfiguration): Term[] {
  const terms: Term[] = []
  const add = (kind: PlainTerm['kind'], count: number, each: number) => {
    if (count !== 0 && each !== 0) {
      terms.push({ kind, count, each, points: termPoints(count, each) })
    }
  }
  add('participation', tally.race.games + tally.royale.games, configuration.participationPoints)
  for (const [position, count] of tally.paidPositions) {
    const each = configuration.positions[position - 1]?.points ?? 0
    if (each !== 0) {
      terms.push({ kind: 'position', position, count, each, points: termPoints(count, each) })
    }
  }
  add('checkpoint', tally.checkpoints, configuration.checkpointPoints)
  add('kill', tally.kills ?? 0, configuration.brKillPoints)
  add('damage', tally.damageThousandths / 1000, configuration.damagePoints)
  add('crown-win', tally.crownWins, configuration.crownWinPoints)
  add('level-survived', tally.tiltLevelsSurvived, configuration.tiltLevelSurvivedPoints)
  add('top-tiltee', tally.topTiltees, configuration.tiltTopTilteePoints)
  return mergeTerms([terms])
}
