/**
 * The plain recomputation: adds up every number from scratch, from all games and snapshots (docs/scoring.md).
 */
import { pointsPerRace } from '@rollcall/scoring/points'
import {
  type Channel,
  currentSeason,
  type Known,
  type LoginPeriod,
  type Racer,
  type Result,
  type StoredGame,
  seasonOf,
  type World,
} from './world.ts'

/** The sum of the known numbers, or null if all are unknown. */
export function sumKnown(numbers: readonly Known[]): Known {
  const known = numbers.filter((number) => number !== null)
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
}

function highest(numbers: readonly Known[]): Known {
  const known = numbers.filter((number) => number !== null)
  return known.length === 0 ? null : Math.max(...known)
}

/** See docs/scoring.md, Games that count and A channel's season. */
export function countedGames(channel: Channel, season: number): StoredGame[] {
  const { counting } = seasonOf(channel, season)
  const { handedOverAt } = channel
  return channel.games.filter(
    (game) =>
      game.season === season &&
      game.isRankable &&
      game.mode !== 'tilt' &&
      (counting === null || (handedOverAt !== null && game.finishedAt >= handedOverAt)),
  )
}

/** A channel's row on a season's board without its rank, or null if it has none. */
export function boardNumbers(channel: Channel, season: number) {
  const { counting } = seasonOf(channel, season)
  const games = countedGames(channel, season)
  if (counting === null && games.length === 0) {
    return null
  }
  const pointsIn = (mode: string) =>
    games.filter((game) => game.mode === mode).flatMap(({ results }) => pointsOf(results))
  const all = {
    points: sumKnown([counting?.points ?? 0, ...pointsIn('race'), ...pointsIn('royale')]) ?? 0,
    games: (counting?.games ?? 0) + games.length,
  }
  return {
    username: channel.login,
    totalPoints: all.points,
    totalRaces: all.games,
    pointsPerRace: pointsPerRace(all),
    raceHighScore: highest([counting?.raceHigh ?? null, ...pointsIn('race')]),
    battleRoyaleHighScore: highest([counting?.royaleHigh ?? null, ...pointsIn('royale')]),
  }
}

const pointsOf = (results: readonly Result[]) => results.map(({ points }) => points)

export interface Ranked extends Racer {
  points: number
  rank: number
}

/** A channel's racers of a season, best first. Unknown points count as 0. */
export function rankedRacers(channel: Channel, season: number): Ranked[] {
  const { counting } = seasonOf(channel, season)
  const ofSnapshot = (counting?.racers ?? []).map((racer) => ({
    platform: 'twitch',
    login: racer.login,
    points: sumKnown([racer.racePoints, racer.royalePoints]),
  }))
  return rank([...ofSnapshot, ...countedGames(channel, season).flatMap(({ results }) => results)])
}

interface Earned extends Racer {
  points: Known
}

/** What racers earned in a season of a channel, in races or royales only. */
export function earnedIn(channel: Channel, season: number, mode: 'race' | 'royale'): Earned[] {
  const { counting } = seasonOf(channel, season)
  const ofSnapshot = (counting?.racers ?? []).map(({ login, racePoints, royalePoints }) => ({
    platform: 'twitch',
    login,
    points: mode === 'race' ? racePoints : royalePoints,
  }))
  const games = countedGames(channel, season).filter((game) => game.mode === mode)
  return [...ofSnapshot, ...games.flatMap(({ results }) => results)]
}

/** A channel's racers by points in games since the instant, regardless of their season. */
export function rankedSince(channel: Channel, instant: Date): Ranked[] {
  const games = channel.games.filter(
    ({ isRankable, mode, finishedAt }) => isRankable && mode !== 'tilt' && finishedAt >= instant,
  )
  return rank(games.flatMap(({ results }) => results))
}

/** Best first. Unknown points count as 0. */
export function rank(earned: readonly Earned[]): Ranked[] {
  const byRacer = Map.groupBy(earned, ({ platform, login }) => `${login} ${platform}`)
  const racers = [...byRacer.entries()].map(([name, rows]) => ({
    name,
    platform: rows[0]?.platform ?? '',
    login: rows[0]?.login ?? '',
    points: sumKnown(rows.map(({ points }) => points)) ?? 0,
  }))
  return racers
    .toSorted((a, b) => b.points - a.points || (a.name < b.name ? -1 : 1))
    .map(({ platform, login, points }) => ({
      platform,
      login,
      points,
      rank: 1 + racers.filter((other) => other.points > points).length,
    }))
}

/** A sum, and the number of games in which its numbers are known. */
export interface KnownIn {
  value: Known
  games: Known
}

/** A person's numbers in one season of one channel, from its snapshot or from its games. */
export interface RacerRow {
  season: number
  channel: Channel
  races: Known
  royales: Known
  racePoints: KnownIn
  raceWins: KnownIn
  royalePoints: KnownIn
  royaleWins: KnownIn
  crownWins: KnownIn
  kills: KnownIn
}

/** A person's rows under all their logins, up to the current season (docs/scoring.md, Dashboards). */
export function rowsOf(world: World, person: string): RacerRow[] {
  const periods = world.periods.filter((period) => period.person === person)
  return world.channels.flatMap((channel) =>
    seasonsPlayed(channel)
      .filter((season) => season <= currentSeason(world))
      .flatMap((season) => {
        const snapshots = rowsOfSnapshot(channel, season, periods)
        return [...snapshots, ...rowOfGames(channel, season, { periods, snapshots })]
      }),
  )
}

function seasonsPlayed(channel: Channel): number[] {
  const seasons = [...channel.seasons.keys(), ...channel.games.map(({ season }) => season)]
  return [...new Set(seasons)].toSorted((a, b) => a - b)
}

/** In snapshots, a row belongs to the owner of its login in that season. */
function rowsOfSnapshot(
  channel: Channel,
  season: number,
  periods: readonly LoginPeriod[],
): RacerRow[] {
  const racers = seasonOf(channel, season).counting?.racers ?? []
  const isOwn = (login: string) =>
    periods.some((period) => period.login === login && coversSeason(period, season))
  return racers
    .filter(({ login }) => isOwn(login))
    .map((racer) => {
      const knownIn = (value: Known, games: Known): KnownIn => ({
        value,
        games: value === null ? null : games,
      })
      return {
        season,
        channel,
        races: racer.races,
        royales: racer.royales,
        racePoints: knownIn(racer.racePoints, racer.races),
        raceWins: knownIn(racer.raceWins, racer.races),
        royalePoints: knownIn(racer.royalePoints, racer.royales),
        royaleWins: knownIn(racer.royaleWins, racer.royales),
        crownWins: knownIn(racer.crownWins, racer.royales),
        kills: knownIn(racer.kills, racer.royales),
      }
    })
}

/** In games, a result belongs to the owner of its login at that instant. Returns one row at most. */
function rowOfGames(
  channel: Channel,
  season: number,
  { periods, snapshots }: { periods: readonly LoginPeriod[]; snapshots: readonly RacerRow[] },
): RacerRow[] {
  const played = countedGames(channel, season).flatMap((game) =>
    game.results
      .filter(({ platform, login }) =>
        periods.some(
          (period) =>
            platform === 'twitch' &&
            period.login === login &&
            coversInstant(period, game.finishedAt),
        ),
      )
      .map((result) => ({ game, result, isWin: result.position === 1 && !result.eliminated })),
  )
  if (played.length === 0) {
    return []
  }
  const races = played.filter(({ game }) => game.mode === 'race')
  const royales = played.filter(({ game }) => game.mode === 'royale')
  const wins = royales.filter(({ isWin }) => isWin)
  const crownable = wins.filter(({ game }) => game.results.length >= 10)
  const hasWonBefore = snapshots.some(({ royaleWins }) => (royaleWins.value ?? 0) > 0)
  const isKillsUnknown = snapshots.length > 0 && royales.length === 0
  return [
    {
      season,
      channel,
      races: races.length,
      royales: royales.length,
      racePoints: knownAmong(races.map(({ result }) => result.points)),
      raceWins: { value: races.filter(({ isWin }) => isWin).length, games: races.length },
      royalePoints: knownAmong(royales.map(({ result }) => result.points)),
      royaleWins: { value: wins.length, games: royales.length },
      crownWins: {
        value: hasWonBefore ? crownable.length : Math.max(0, crownable.length - 1),
        games: royales.length,
      },
      kills: isKillsUnknown
        ? { value: null, games: 0 }
        : knownAmong(royales.map(({ result }) => result.kills)),
    },
  ]
}

/** The sum of one number per game, or 0 without games. */
function knownAmong(numbers: readonly Known[]): KnownIn {
  return {
    value: numbers.length === 0 ? 0 : sumKnown(numbers),
    games: numbers.filter((number) => number !== null).length,
  }
}

export function coversSeason({ firstSeason, lastSeason }: LoginPeriod, season: number): boolean {
  return (firstSeason ?? season) <= season && season <= (lastSeason ?? season)
}

export function coversInstant({ startedAt, endedAt }: LoginPeriod, instant: Date): boolean {
  return (startedAt ?? instant) <= instant && (endedAt === null || instant < endedAt)
}
