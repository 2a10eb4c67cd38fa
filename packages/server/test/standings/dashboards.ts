/** The contents of a person's dashboards, from their rows (docs/scoring.md, Dashboards). */
import { pointsPerRace } from '@rollcall/scoring/points'
import { type KnownIn, type RacerRow, rankedRacers, sumKnown } from './numbers.ts'
import { placeOn } from './positions.ts'
import { coveredSeason } from './row-owners.ts'
import { type Channel, compareLogins, type Known, type World } from './world.ts'

type SumOf = 'racePoints' | 'raceWins' | 'royalePoints' | 'royaleWins' | 'crownWins' | 'kills'

function sumSeasons(rows: readonly RacerRow[], name: SumOf): KnownIn {
  return {
    value: sumKnown(rows.map((row) => row[name].value)),
    games: sumKnown(rows.map((row) => row[name].games)),
  }
}

const totalOf = (rows: readonly RacerRow[], name: SumOf): Known => sumSeasons(rows, name).value
const countOf = (rows: readonly RacerRow[], name: 'races' | 'royales'): Known =>
  sumKnown(rows.map((row) => row[name]))
const pointsOf = (rows: readonly RacerRow[]): Known =>
  sumKnown([totalOf(rows, 'racePoints'), totalOf(rows, 'royalePoints')])

const seasonsOf = (rows: readonly RacerRow[]): number[] =>
  [...new Set(rows.map(({ season }) => season))].toSorted((a, b) => a - b)

const channelsOf = ({ channels }: World, rows: readonly RacerRow[]): Channel[] =>
  channels.filter((channel) => rows.some((row) => row.channel === channel))

const nameOf = (season: number) => `Season ${season}`

interface Named {
  key: string
  label: string
}

export function widgetsOf(rows: readonly RacerRow[]) {
  if (rows.length === 0) {
    return []
  }
  const races = countOf(rows, 'races')
  const royales = countOf(rows, 'royales')
  const racePoints = totalOf(rows, 'racePoints')
  const widget = (raceType: string, { key, label }: Named, value: Known) => ({
    ...{ key, label, value, raceType },
  })
  const summed = (raceType: string, named: Named, name: SumOf) => {
    const { value, games } = sumSeasons(rows, name)
    const of = raceType === 'race' ? races : royales
    const isPart = value !== null && games !== null && of !== null && games < of
    return { ...widget(raceType, named, value), knownIn: isPart ? { games, of } : undefined }
  }
  const ppr =
    racePoints === null || races === null
      ? null
      : pointsPerRace({ points: racePoints, games: races })
  return [
    summed('race', { key: 'race-points', label: 'Points' }, 'racePoints'),
    widget('race', { key: 'race-games', label: 'Races' }, races),
    summed('race', { key: 'race-wins', label: 'Wins' }, 'raceWins'),
    widget('race', { key: 'points-per-race', label: 'Points per race' }, ppr),
    summed('royale', { key: 'royale-points', label: 'Points' }, 'royalePoints'),
    widget('royale', { key: 'royale-games', label: 'Games' }, royales),
    summed('royale', { key: 'royale-wins', label: 'Wins' }, 'royaleWins'),
    summed('royale', { key: 'crown-wins', label: 'Crown wins' }, 'crownWins'),
    summed('royale', { key: 'kills', label: 'Kills' }, 'kills'),
  ]
}

export function graphsOf(world: World, rows: readonly RacerRow[], isOneChannel: boolean) {
  if (rows.length === 0) {
    return []
  }
  const seasons = seasonsOf(rows)
  const bySeason = (key: string, label: string, name: SumOf) => ({
    key,
    label,
    data: seasons.map((season) =>
      totalOf(
        rows.filter((row) => row.season === season),
        name,
      ),
    ),
  })
  const labels = seasons.map(nameOf)
  const best = bestChannels(world, rows)
  return [
    {
      key: 'points-per-season',
      title: 'Points per season',
      graphType: 'line',
      labels,
      seasons,
      datasets: [
        bySeason('race', 'Race', 'racePoints'),
        bySeason('royale', 'Royale', 'royalePoints'),
      ],
    },
    ...(isOneChannel
      ? []
      : [
          {
            key: 'points-per-channel',
            title: 'Points per channel',
            graphType: 'bar',
            labels: best.map(({ name }) => name),
            datasets: [{ key: 'points', label: 'Points', data: best.map(({ points }) => points) }],
          },
        ]),
    {
      key: 'race-against-royale',
      title: 'Race against royale',
      graphType: 'pie',
      labels: ['Race', 'Royale'],
      parts: ['race', 'royale'],
      datasets: [
        {
          key: 'points',
          label: 'Points',
          data: [totalOf(rows, 'racePoints'), totalOf(rows, 'royalePoints')],
        },
      ],
    },
    {
      key: 'wins-per-season',
      title: 'Wins per season',
      graphType: 'bar',
      labels,
      seasons,
      datasets: [bySeason('race', 'Race', 'raceWins'), bySeason('royale', 'Royale', 'royaleWins')],
    },
  ]
}

/** The ten channels with most points. Ties are in order of name, then age. */
function bestChannels(world: World, rows: readonly RacerRow[]) {
  return channelsOf(world, rows)
    .map((channel) => ({
      name: channel.login,
      points: pointsOf(rows.filter((row) => row.channel === channel)),
    }))
    .toSorted((a, b) => (b.points ?? -1) - (a.points ?? -1) || compareLogins(a.name, b.name))
    .slice(0, 10)
}

/** The place in the latest season of the rows, on the channel with most points in it. Undefined without any points. */
export function placeOf(world: World, person: string, rows: readonly RacerRow[]) {
  const known = rows.filter((row) => pointsOf([row]) !== null)
  const season = seasonsOf(known).at(-1)
  if (season === undefined) {
    return undefined
  }
  const latest = known.filter((row) => row.season === season)
  const [best] = channelsOf(world, latest)
    .map((channel) => ({
      channel,
      points: pointsOf(latest.filter((row) => row.channel === channel)) ?? 0,
    }))
    .toSorted((a, b) => b.points - a.points)
  if (best === undefined) {
    return undefined
  }
  const { rank, of, isShared } = placeOn(world, best.channel, {
    ...{ person, points: best.points },
    rows: rankedRacers(best.channel, season),
    covered: coveredSeason(season),
  })
  return {
    ...{ rank, of, isShared },
    season: nameOf(season),
    seasonNumber: season,
    channel: best.channel.login,
  }
}

/** The answer of `/api/dashboard/channels`, in order of name, then age. */
export function channelList(world: World, rows: readonly RacerRow[]) {
  return channelsOf(world, rows)
    .toSorted((a, b) => compareLogins(a.login, b.login))
    .map((channel) => {
      const own = rows.filter((row) => row.channel === channel)
      return {
        channel: channel.login,
        user: channel.owner === null ? null : { username: world.logins.get(channel.owner) },
        race_points: totalOf(own, 'racePoints'),
        br_points: totalOf(own, 'royalePoints'),
        race_races: countOf(own, 'races'),
        br_races: countOf(own, 'royales'),
        race_wins: totalOf(own, 'raceWins'),
        br_wins: totalOf(own, 'royaleWins'),
      }
    })
}

/** The answer of `/api/dashboard/get-user-seasons`, newest first. */
export function seasonList(rows: readonly RacerRow[]) {
  const totals = (some: readonly RacerRow[]) => ({
    totalRaces: sumKnown([countOf(some, 'races'), countOf(some, 'royales')]),
    totalPoints: pointsOf(some),
  })
  return {
    lifetime: rows.length === 0 ? { totalRaces: 0, totalPoints: 0 } : totals(rows),
    seasons: seasonsOf(rows)
      .toReversed()
      .map((season) => ({
        value: String(season),
        name: nameOf(season),
        number: season,
        ...totals(rows.filter((row) => row.season === season)),
      })),
  }
}

/** The answer of `/api/dropdowns/user-seasons-channel`, newest first. */
export const seasonLabels = (rows: readonly RacerRow[]) =>
  seasonsOf(rows)
    .toReversed()
    .map((season) => ({ value: String(season), label: nameOf(season), number: season }))
