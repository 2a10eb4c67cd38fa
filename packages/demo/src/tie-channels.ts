import type { ChannelSeason } from './simulate-season.ts'

const CHANNELS_PER_TIE = 15

/** Turns the closest neighbours into ties: one among the first ten, the others anywhere. */
export function tieChannels(seasons: readonly ChannelSeason[]): ChannelSeason[] {
  const ranked = seasons.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points)
  const neighbours = ranked.slice(1).flatMap((lower, index) => {
    const higher = ranked[index]
    return higher === undefined ? [] : [{ higher, lower, gap: higher.points / lower.points - 1 }]
  })
  const closest = (pairs: typeof neighbours) => pairs.toSorted((a, b) => a.gap - b.gap)
  const leading = closest(neighbours.slice(0, 9)).slice(0, 1)
  const wanted = Math.ceil(seasons.length / CHANNELS_PER_TIE)
  const lifted = new Map<ChannelSeason, ChannelSeason>()
  const taken = new Set<ChannelSeason>()
  for (const { higher, lower } of [...leading, ...closest(neighbours)]) {
    if (lifted.size < wanted && !taken.has(higher) && !taken.has(lower)) {
      taken.add(higher).add(lower)
      lifted.set(lower, lift(lower, higher.points))
    }
  }
  return seasons.map((season) => lifted.get(season) ?? season)
}

/** Spreads the missing points over the racers in proportion to their points, up to what they can have. */
function lift(season: ChannelSeason, points: number): ChannelSeason {
  const missing = points - season.points
  const wanted = season.racers.map(({ racePoints }) =>
    Math.ceil((missing * racePoints) / season.points),
  )
  let left = missing
  const racers = season.racers.map((racer, index) => {
    const room = racer.races * season.raceHighScore - racer.racePoints
    const more = Math.min(left, room, wanted[index] ?? 0)
    left -= more
    return { ...racer, racePoints: racer.racePoints + more }
  })
  for (const racer of racers) {
    const room = racer.racePoints === 0 ? 0 : racer.races * season.raceHighScore - racer.racePoints
    const more = Math.min(left, room)
    left -= more
    racer.racePoints += more
  }
  return { ...season, racers, points: points - left }
}
