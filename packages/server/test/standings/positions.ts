/** Where people are on channels' boards, in the model (docs/scoring.md, Racers and Dashboards). */
import { seasonsBoard, seasonsOf } from './channel-boards.ts'
import { type Ranked, rowsOf, sumKnown } from './numbers.ts'
import { type Covered, coveredSeason, coveredUpTo, ownersOfRow } from './row-owners.ts'
import { type Channel, currentSeason, type World } from './world.ts'

interface Place {
  points: number
  rank: number
  of: number
  next: { rank: number; gap: number } | null
  isShared: true | undefined
}

/** The rows of the board that are the person's, alone or not, in the order of the board. */
export function ownRows<Row extends Ranked>(
  world: World,
  channel: Channel,
  { person, rows, covered }: { person: string; rows: readonly Row[]; covered: Covered },
): (Row & { isShared: boolean })[] {
  return rows
    .filter(({ platform }) => platform === 'twitch')
    .map((row) => ({ ...row, ...ownersOfRow(world, channel, { racer: row, covered }) }))
    .filter(({ owners }) => owners.has(person))
}

/** The person's rows that are theirs alone count as one; a shared row is better if it has more points. */
export function placeOn(
  world: World,
  channel: Channel,
  asked: { person: string; rows: readonly Ranked[]; covered: Covered; points: number },
): Place {
  const { rows } = asked
  const own = ownRows(world, channel, asked)
  const alone = own.filter(({ isShared }) => !isShared)
  const shared = own.find(({ isShared }) => isShared)
  const sum = alone.reduce((all, { points }) => all + points, 0)
  if (shared !== undefined && (alone.length === 0 || sum < shared.points)) {
    return { ...placeAmong(rows, shared.points), of: rows.length, isShared: true }
  }
  const others = rows.filter(
    (row) => !alone.some((it) => it.login === row.login && it.platform === row.platform),
  )
  const points = shared === undefined ? asked.points : sum
  return { ...placeAmong(others, points), of: others.length + 1, isShared: undefined }
}

function placeAmong(
  rows: readonly Ranked[],
  points: number,
): Pick<Place, 'points' | 'rank' | 'next'> {
  const ahead = rows.filter((row) => row.points > points)
  const nearest = Math.min(...ahead.map((row) => row.points))
  return {
    points,
    rank: 1 + ahead.length,
    next:
      ahead.length === 0
        ? null
        : {
            rank: 1 + ahead.filter((row) => row.points > nearest).length,
            gap: nearest - points,
          },
  }
}

/**
 * The answer of `/api/dashboard/positions`, most points first.
 *
 * @param season null: all seasons up to the current one
 */
export function positionsOf(world: World, person: string, season: number | null) {
  const all = rowsOf(world, person).filter((row) => season === null || row.season === season)
  return world.channels
    .flatMap((channel) => {
      const points = sumKnown(
        all
          .filter((row) => row.channel === channel)
          .flatMap(({ racePoints, royalePoints }) => [racePoints.value, royalePoints.value]),
      )
      if (points === null) {
        return []
      }
      const current = currentSeason(world)
      const seasons =
        season === null ? seasonsOf(channel).filter((past) => past <= current) : [season]
      const rows = seasonsBoard(channel, seasons, 'all')
      const covered = season === null ? coveredUpTo(current) : coveredSeason(season)
      const place = placeOn(world, channel, { person, rows, covered, points })
      return { channel: { login: channel.login }, ...place }
    })
    .toSorted((a, b) => b.points - a.points)
}
