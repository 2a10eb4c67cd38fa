import type { GraphKey } from '@rollcall/contract/dashboard'
import { describe, expect, it } from 'vitest'
import type { DashboardNumbers, SeasonSum } from '../../domain/boards/racer-numbers.ts'
import { makeStats } from './stats.ts'

const UNKNOWN: SeasonSum = {
  season: 75,
  racePoints: null,
  raceGames: null,
  raceWins: null,
  royalePoints: null,
  royaleGames: null,
  royaleWins: null,
  crownWins: null,
  kills: null,
  gamesWithRacePoints: null,
  gamesWithRaceWins: null,
  gamesWithRoyalePoints: null,
  gamesWithRoyaleWins: null,
  gamesWithCrownWins: null,
  gamesWithKills: null,
}

/** A racer with these seasons. */
function racer(...known: Partial<SeasonSum>[]): DashboardNumbers {
  const seasons = known.map((sum) => ({ ...UNKNOWN, ...sum }))
  return { seasons, best: null, bestChannels: [], racerIds: [], currentSeason: 75 }
}

const LIFETIME = { place: null, isOneChannel: false }

const graph = (of: DashboardNumbers, key: GraphKey) =>
  makeStats(of, LIFETIME).graphData.find((candidate) => candidate.key === key)

describe('makeStats', () => {
  it('shows nothing for a racer without rows', () => {
    expect(makeStats(racer(), LIFETIME)).toEqual({
      widgets: [],
      graphData: [],
    })
  })

  it('has four race widgets and five royale widgets, in their order', () => {
    const all = racer({
      racePoints: 100,
      raceGames: 3,
      raceWins: 1,
      royalePoints: 40,
      royaleGames: 2,
      royaleWins: 1,
      crownWins: 0,
    })
    expect(
      makeStats(all, LIFETIME).widgets.map(({ key, ...shown }) => [key, ...Object.values(shown)]),
    ).toEqual([
      ['race-points', 'Points', 100, 'race'],
      ['race-games', 'Races', 3, 'race'],
      ['race-wins', 'Wins', 1, 'race'],
      ['points-per-race', 'Points per race', 33.33, 'race'],
      ['royale-points', 'Points', 40, 'royale'],
      ['royale-games', 'Games', 2, 'royale'],
      ['royale-wins', 'Wins', 1, 'royale'],
      ['crown-wins', 'Crown wins', 0, 'royale'],
      ['kills', 'Kills', null, 'royale'],
    ])
  })

  it('does not know the points per race if points or races are unknown', () => {
    for (const all of [racer({ racePoints: 5 }), racer({ raceGames: 5 })]) {
      const widget = makeStats(all, LIFETIME).widgets.find(({ key }) => key === 'points-per-race')
      expect(widget?.value).toBeNull()
    }
  })

  it('says in how many games a sum is known, unless it is known in all of them', () => {
    const all = racer({
      racePoints: 100,
      raceGames: 3,
      raceWins: 1,
      royaleGames: 1591,
      royaleWins: 2,
      kills: 3,
      gamesWithRacePoints: 3,
      gamesWithRaceWins: 2,
      gamesWithRoyaleWins: 1591,
      gamesWithKills: 3,
    })
    expect(
      makeStats(all, LIFETIME)
        .widgets.filter(({ knownIn }) => knownIn)
        .map(({ key, knownIn }) => [key, knownIn]),
    ).toEqual([
      ['race-wins', { games: 2, of: 3 }],
      ['kills', { games: 3, of: 1591 }],
    ])
  })

  it('leaves a gap if a season is unknown', () => {
    const seasons = [
      { season: 73, racePoints: 5 },
      { season: 74, royalePoints: 7 },
    ]
    expect(graph(racer(...seasons), 'points-per-season')).toEqual({
      key: 'points-per-season',
      title: 'Points per season',
      graphType: 'line',
      labels: ['Season 73', 'Season 74'],
      seasons: [73, 74],
      datasets: [
        { key: 'race', label: 'Race', data: [5, null] },
        { key: 'royale', label: 'Royale', data: [null, 7] },
      ],
    })
  })
})
