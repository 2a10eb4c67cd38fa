/** The games on a racer's page, from the list of played games (docs/scoring.md, Racers, Badges and Luck). */
import { addToProgress, NO_PROGRESS } from '@rollcall/scoring/badges'
import { luckOf } from '@rollcall/scoring/luck'
import { marbleDayOf } from './days.ts'
import {
  type Channel,
  currentSeason,
  type LoginPeriod,
  type Racer,
  type Result,
  type StoredGame,
  type World,
} from './world.ts'

/** A person with all their logins, or a racer whose login nobody has owned. */
export interface Somebody {
  /** The current address of the page. */
  address: Racer
  /** null if nobody has owned the login. */
  person: string | null
}

export interface Raced {
  channel: Channel
  game: StoredGame
  result: Result
}

/** Finds who is at an address. A login that nobody has now leads to its last owner. */
export function somebodyAt(world: World, { platform, login }: Racer): Somebody {
  const had = platform === 'twitch' ? world.periods.filter((it) => it.login === login) : []
  const last = had.find(({ endedAt }) => endedAt === null) ?? had.toSorted(byEnd).at(-1)
  return last === undefined
    ? { address: { platform, login }, person: null }
    : { address: { platform, login: loginOf(world, last.person) }, person: last.person }
}

/** The person's last login that nobody else has taken. */
export function loginOf({ periods }: World, person: string): string {
  const own = periods.filter(
    (period) =>
      period.person === person &&
      !periods.some(({ login, startedAt }) => login === period.login && isAfter(startedAt, period)),
  )
  const last = own.find(({ endedAt }) => endedAt === null) ?? own.toSorted(byEnd).at(-1)
  return last?.login ?? ''
}

const isAfter = (startedAt: Date | null, { endedAt }: LoginPeriod) =>
  startedAt !== null && endedAt !== null && startedAt >= endedAt

const byEnd = (a: LoginPeriod, b: LoginPeriod) =>
  (a.endedAt?.getTime() ?? 0) - (b.endedAt?.getTime() ?? 0)

/** Their rankable games, oldest first. If they played a game under two logins, the worse place comes first. */
export function racedBy(world: World, { address, person }: Somebody): Raced[] {
  const periods = world.periods.filter((period) => period.person === person)
  const isTheirs = ({ platform, login }: Result, { finishedAt }: StoredGame) =>
    person === null
      ? platform === address.platform && login === address.login
      : platform === 'twitch' &&
        periods.some(
          (period) =>
            period.login === login &&
            (period.startedAt === null || finishedAt >= period.startedAt) &&
            (period.endedAt === null || finishedAt < period.endedAt),
        )
  return world.channels
    .flatMap((channel) => channel.games.map((game) => ({ channel, game })))
    .filter(({ game }) => game.isRankable && game.season <= currentSeason(world))
    .flatMap(({ channel, game }) =>
      game.results
        .filter((result) => isTheirs(result, game))
        .map((result) => ({ channel, game, result })),
    )
    .toSorted(byFinish)
}

const byFinish = (a: Raced, b: Raced) =>
  a.game.finishedAt.getTime() - b.game.finishedAt.getTime() ||
  a.game.id - b.game.id ||
  b.result.position - a.result.position

export function badgesOf(raced: readonly Raced[]) {
  const instants = new Map(raced.map(({ game }) => [game.id, game.finishedAt.toISOString()]))
  const { earned } = addToProgress(
    NO_PROGRESS,
    raced.flatMap(({ game, result }) =>
      game.mode === 'tilt'
        ? []
        : {
            gameId: game.id,
            day: marbleDayOf(game.finishedAt),
            mode: game.mode,
            place: result.position,
            eliminated: result.eliminated,
            field: game.results.length,
            kills: result.kills,
          },
    ),
  )
  return earned
    .map(({ key, gameId }) => ({ key, finishedAt: instants.get(gameId) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** The answer of `/api/racers/…/games`. */
export function gamesOf(raced: readonly Raced[]) {
  const ofMode = (mode: string) => {
    const played = raced.filter(({ game }) => game.mode === mode)
    const points = played.flatMap((each) => each.result.points ?? [])
    return {
      games: played.length,
      best: points.length === 0 ? null : { points: Math.max(...points) },
      luck: luckOf(
        played.map(({ game, result }) => ({
          field: game.results.length,
          games: 1,
          sumOfPlaces: result.position,
          firstPlaces: result.position === 1 ? 1 : 0,
        })),
      ),
    }
  }
  const tilted = raced.filter(({ game }) => game.mode === 'tilt')
  return {
    race: ofMode('race'),
    royale: ofMode('royale'),
    tilt: {
      levels: tilted.length,
      survived: tilted.filter(({ result }) => !result.eliminated).length,
    },
    latest: raced
      .toReversed()
      .slice(0, 10)
      .map(({ game, result }) => ({
        mode: game.mode,
        finishedAt: game.finishedAt.toISOString(),
        position: result.position,
        points: result.points,
      })),
  }
}

/**
 * How often each of two racers was ahead, by mode, season and channel, and their latest meetings. If one played a game
 * under two logins, the better place counts.
 */
export function meetingsOf(mine: readonly Raced[], theirs: readonly Raced[]) {
  const bestIn = (raced: readonly Raced[], game: StoredGame) =>
    Math.min(...raced.filter((each) => each.game === game).map(({ result }) => result.position))
  const pairs = [...new Map(mine.map(({ game, channel }) => [game, channel]))]
    .map(([game, channel]) => ({
      game,
      channel,
      own: bestIn(mine, game),
      other: bestIn(theirs, game),
    }))
    .filter(({ other }) => other !== Number.POSITIVE_INFINITY)
  const when = ({ game }: (typeof pairs)[number]) => JSON.stringify([game.mode, game.season])
  // Not by login: a streamer can still have the login that another one has by now.
  const places = [...Map.groupBy(pairs, when).values()].flatMap((met) => [
    ...Map.groupBy(met, ({ channel }) => channel).values(),
  ])
  return {
    meetings: places.flatMap((met) =>
      met.slice(0, 1).map(({ game, channel }) => ({
        mode: game.mode,
        season: game.season,
        channel: { login: channel.login },
        games: met.length,
        ahead: met.filter(({ own, other }) => own < other).length,
        behind: met.filter(({ own, other }) => own > other).length,
      })),
    ),
    latest: pairs
      .toReversed()
      .slice(0, 10)
      .map(({ game, own, other }) => ({
        mode: game.mode,
        finishedAt: game.finishedAt.toISOString(),
        position: own,
        otherPosition: other,
      })),
  }
}
