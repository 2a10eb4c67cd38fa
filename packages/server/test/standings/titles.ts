/** Who is ahead of all others: champions of seasons, and records of maps (docs/scoring.md, Badges and Maps). */
import type { ChampionColumn } from '@rollcall/scoring/badges'
import { boardNumbers, coversInstant, coversSeason, rankedRacers } from './numbers.ts'
import type { Channel, LoginPeriod, Racer, Result, StoredGame, World } from './world.ts'

/** A person, or a racer whose login nobody owned then. */
export type Holder = { person: string } | Racer

export interface Champion {
  holder: Holder
  season: number
  value: number
}

const MIN_RACERS = 10

/** Nobody if the season is not over. */
export function championsOf(world: World, channel: Channel, season: number): Champion[] {
  const racers = rankedRacers(channel, season)
  return racers.length < MIN_RACERS
    ? []
    : racers
        .filter(({ rank, points }) => rank === 1 && points > 0)
        .map(({ platform, login, points }) => ({
          holder: holderOf(world, { platform, login }, (period) => coversSeason(period, season)),
          season,
          value: points,
        }))
}

/** The first of a column of the streamers' board. */
export function firstStreamers(
  world: World,
  season: number,
): (Champion & { column: ChampionColumn })[] {
  const rows = world.channels.flatMap((channel) => {
    const numbers = boardNumbers(channel, season)
    return numbers === null ? [] : { channel, numbers }
  })
  const columns = {
    points: 'totalPoints',
    games: 'totalRaces',
    'points-per-game': 'pointsPerRace',
    'race-high-score': 'raceHighScore',
    'royale-high-score': 'battleRoyaleHighScore',
  } as const
  return Object.entries(columns).flatMap(([column, name]) => {
    const most = Math.max(...rows.map(({ numbers }) => numbers[name] ?? 0))
    return most <= 0
      ? []
      : rows
          .filter(({ numbers }) => numbers[name] === most)
          .map(({ channel: { owner, login } }) => ({
            holder:
              owner === null
                ? holderOf(world, { platform: 'twitch', login }, (period) =>
                    coversSeason(period, season),
                  )
                : { person: owner },
            season,
            column: column as ChampionColumn,
            value: most,
          }))
  })
}

export interface Finish {
  game: StoredGame
  channel: Channel
  result: Result
  seconds: number
}

/** All finishes on a map that count, the fastest first. */
export function finishesOn({ channels }: World, map: string): Finish[] {
  return channels
    .flatMap((channel) => channel.games.map((game) => ({ channel, game })))
    .filter(({ game }) => game.isRankable && game.map === map && game.mode === 'race')
    .filter(({ game }) => isTimed(game))
    .flatMap(({ channel, game }) =>
      game.results
        .filter(({ eliminated }) => !eliminated)
        .map((result) => ({ channel, game, result, seconds: result.seconds ?? 0 })),
    )
    .toSorted(
      (a, b) =>
        a.seconds - b.seconds ||
        a.game.finishedAt.getTime() - b.game.finishedAt.getTime() ||
        a.game.id - b.game.id ||
        a.result.position - b.result.position,
    )
}

/** If the first place is slower than the second, no time counts. */
function isTimed({ results }: StoredGame): boolean {
  const at = (place: number) =>
    results.find(({ position, eliminated }) => position === place && !eliminated)?.seconds
  const [first, second] = [at(1), at(2)]
  return first == null || second == null || first <= second
}

/** Who finished first among the equally fast. */
export function recordOf(world: World, map: string): (Finish & { holder: Holder }) | null {
  const [fastest] = finishesOn(world, map)
  return fastest === undefined
    ? null
    : {
        ...fastest,
        holder: holderOf(world, fastest.result, (period) =>
          coversInstant(period, fastest.game.finishedAt),
        ),
      }
}

function holderOf(
  { periods }: World,
  { platform, login }: Racer,
  isThen: (period: LoginPeriod) => boolean,
): Holder {
  const period = periods.find((it) => platform === 'twitch' && it.login === login && isThen(it))
  return period === undefined ? { platform, login } : { person: period.person }
}
