/** Event points: takes games and a configuration, and returns one explained row for each racer. */
import { addKnown, type ExplainedRow } from './board-row.ts'
import type { RoundFacts } from './bonus.ts'
import type { LeaderboardConfiguration } from './configuration.ts'
import {
  mergeTerms,
  type PlainTerm,
  pointsEach,
  sumTerms,
  type Term,
  termPoints,
} from './explanation.ts'
import { firstGames, type GamePlace, MOST_FAIR_GAMES, placesIn } from './fair-points.ts'
import {
  type CountedGame,
  crownWinsAmong,
  type GameMode,
  type GameResult,
  isCrownable,
  isWin,
} from './games.ts'
import { parseRacerKey, type Racer, racerKey, racerName } from './racer.ts'
import { compareCodePoints } from './ranking.ts'

interface ModeTally {
  games: number
  wins: number
  points: number | null
  highScore: number | null
}

interface Tally {
  key: string
  name: string
  race: ModeTally
  royale: ModeTally
  /** How often the racer had each position and could get points for it. */
  paidPositions: Map<number, number>
  checkpoints: number
  eliminations: number
  kills: number | null
  /** In thousandths, so that the order of adding does not matter. */
  damageThousandths: number
  /** Royale wins among enough marbles. */
  crownableWins: number
  tiltLevelsSurvived: number
  topTiltees: number
  /** In races and royales that have an id. */
  places: GamePlace[]
}

/**
 * Scores games by docs/scoring.md, Event points. Returns one row for each racer with a result in a game that
 * counts, ordered by platform and login; `rankRows` ranks them. The order of games, results and hits does not
 * matter.
 *
 * - A game whose mode is not checked in the configuration counts nothing at all.
 * - A checkpoint hit counts only for racers who have a row; it gives nobody a row.
 * - A tilt level gives points to survivors and to the top tiltee, and counts in no other column.
 * - The row's season points and high scores come from the files and are never recomputed. Unknown points are skipped;
 *   a sum is null only if they are unknown in all of the racer's games of that mode.
 */
export function scoreGames({
  configuration,
  games,
}: {
  configuration: LeaderboardConfiguration
  games: readonly CountedGame[]
}): ExplainedRow[] {
  const scoring = new GameScoring(configuration)
  for (const game of games) {
    scoring.add(game)
  }
  return scoring.rows().map(({ row }) => row)
}

/** A row and its racer, with platform and login in the form that `racerKey` compares. */
export interface ScoredRow {
  racer: Racer
  row: ExplainedRow
  /** Of the games alone, without what they are added to. */
  facts: Omit<RoundFacts, 'given'>
  /** Its first games, the earliest first: as many as any league may count. */
  fairGames: readonly GamePlace[]
}

/** A game that is stored. */
export interface StoredGame extends CountedGame {
  id: number
  finishedAt: Date
}

/** Does the same as `scoreGames`, but game by game, for more games than should be in memory at once. */
export class GameScoring {
  readonly #configuration: LeaderboardConfiguration
  readonly #tallies = new Map<string, Tally>()
  /** By racer. Not part of the tallies, because a hit may come before its racer's first result. */
  readonly #hits = new Map<string, number>()
  readonly #keyOf = cachedKeys()

  constructor(configuration: LeaderboardConfiguration) {
    this.#configuration = configuration
  }

  /** @param game one without an id gives no places to `fairGames` */
  add(game: CountedGame | StoredGame): void {
    const configuration = this.#configuration
    if (!isCounted(configuration, game.mode)) {
      return
    }
    const places = 'id' in game && game.mode !== 'tilt' ? gamePlaces(game) : null
    for (const [index, result] of game.results.entries()) {
      const key = this.#keyOf(result.platform, result.login)
      let tally = this.#tallies.get(key)
      if (tally === undefined) {
        tally = emptyTally(key, racerName(result))
        this.#tallies.set(key, tally)
      }
      tallyResult(tally, { game, result, configuration })
      const place = places?.[index]
      if (place !== undefined) addPlace(tally, place)
    }
    if (game.mode === 'race') {
      for (const hit of game.checkpointHits) {
        const key = this.#keyOf(hit.platform, hit.login)
        this.#hits.set(key, (this.#hits.get(key) ?? 0) + 1)
      }
    }
  }

  /** The racers with a result in an added game, in no particular order. */
  racers(): Racer[] {
    return [...this.#tallies.keys()].map(parseRacerKey)
  }

  /**
   * The rows of all games so far, as `scoreGames` returns them, each with its racer.
   *
   * @param base by `racerKey`, the rows to which games are added (docs/scoring.md, Handover). Leaves out racers without
   *   games, even if `base` has them.
   */
  rows(base: ReadonlyMap<string, ExplainedRow> = new Map()): ScoredRow[] {
    const tallies = [...this.#tallies.values()].toSorted((a, b) => compareCodePoints(a.key, b.key))
    return tallies.map((tally) => {
      const before = base.get(tally.key)
      tally.checkpoints = this.#hits.get(tally.key) ?? 0
      const hadWon = (before?.br_wins ?? 0) > 0
      const row = makeRow(tally, { configuration: this.#configuration, hadWon })
      const racer = parseRacerKey(tally.key)
      const facts = factsOf(tally, row)
      return {
        ...{ racer, row: before === undefined ? row : addGames(before, row), facts },
        fairGames: firstGames(tally.places, MOST_FAIR_GAMES),
      }
    })
  }
}

const factsOf = ({ race, royale, checkpoints }: Tally, { terms }: ExplainedRow) => ({
  checkpoints,
  singleGames: race.games + royale.games,
  participation: sumTerms(terms.filter(({ kind }) => kind === 'participation')),
})

const gamePlaces = (game: StoredGame): GamePlace[] =>
  placesIn(game).map((place) => ({
    ...{ game: game.id, at: game.finishedAt.getTime() },
    ...{ first: place.first, last: place.last, rows: game.results.length },
  }))

/** Forgets late games now and then, because an event can have thousands. */
function addPlace(tally: Tally, place: GamePlace): void {
  tally.places.push(place)
  if (tally.places.length > 2 * MOST_FAIR_GAMES) {
    tally.places = firstGames(tally.places, MOST_FAIR_GAMES)
  }
}

function isCounted({ gameModes }: LeaderboardConfiguration, mode: GameMode): boolean {
  return { race: gameModes.racing, royale: gameModes.battleRoyale, tilt: gameModes.tilted }[mode]
}

/** `racerKey`, cached by spelling, because a large event names the same few people 170,000 times. */
function cachedKeys(): (platform: string, login: string) => string {
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
    crownableWins: 0,
    tiltLevelsSurvived: 0,
    topTiltees: 0,
    places: [],
  }
}

function tallyResult(
  tally: Tally,
  {
    game,
    result,
    configuration,
  }: { game: CountedGame; result: GameResult; configuration: LeaderboardConfiguration },
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
    tally.crownableWins += isCrownable(game, result) ? 1 : 0
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

/** An uploaded row has no high scores, so the sum has those of the games. */
function addGames(before: ExplainedRow, games: ExplainedRow): ExplainedRow {
  const terms = mergeTerms([before.terms, games.terms])
  return {
    racer_name: before.racer_name,
    event_points: sumTerms(terms),
    race_points: addKnown(before.race_points, games.race_points),
    race_wins: before.race_wins + games.race_wins,
    race_races: before.race_races + games.race_races,
    race_hs: before.race_hs ?? (games.race_races === 0 ? null : games.race_hs),
    br_points: addKnown(before.br_points, games.br_points),
    br_wins: before.br_wins + games.br_wins,
    br_races: before.br_races + games.br_races,
    br_hs: before.br_hs ?? (games.br_races === 0 ? null : games.br_hs),
    kills: addKnown(before.kills, games.kills),
    eliminations: addKnown(before.eliminations, games.eliminations),
    crown_wins: before.crown_wins + games.crown_wins,
    terms,
  }
}

interface RowRules {
  configuration: LeaderboardConfiguration
  /** Whether the racer won a royale before these games, so that each crownable win is a crown win. */
  hadWon: boolean
}

function makeRow(tally: Tally, rules: RowRules): ExplainedRow {
  const { race, royale } = tally
  const terms = listTerms(tally, rules)
  return {
    racer_name: tally.name,
    event_points: sumTerms(terms),
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
    crown_wins: countCrownWins(tally, rules),
    terms,
  }
}

function countCrownWins({ crownableWins }: Tally, { hadWon }: RowRules): number {
  return crownWinsAmong(crownableWins + (hadWon ? 1 : 0))
}

/** If there were no games, the sum is 0 and not unknown. */
function knownOrNone({ games }: ModeTally, value: number | null): number | null {
  return games === 0 ? 0 : value
}

function listTerms(tally: Tally, rules: RowRules): Term[] {
  const { configuration } = rules
  const terms: Term[] = []
  const pointsFor = pointsEach(configuration)
  const add = (kind: PlainTerm['kind'], count: number) => {
    const each = pointsFor[kind]
    if (count !== 0 && each !== 0) {
      terms.push({ kind, count, each, points: termPoints(count, each) })
    }
  }
  add('participation', tally.race.games + tally.royale.games)
  for (const [position, count] of tally.paidPositions) {
    const each = configuration.positions[position - 1]?.points ?? 0
    if (each !== 0) {
      terms.push({ kind: 'position', position, count, each, points: termPoints(count, each) })
    }
  }
  add('checkpoint', tally.checkpoints)
  add('kill', tally.kills ?? 0)
  add('damage', tally.damageThousandths / 1000)
  add('crown-win', countCrownWins(tally, rules))
  add('level-survived', tally.tiltLevelsSurvived)
  add('top-tiltee', tally.topTiltees)
  return mergeTerms([terms])
}
