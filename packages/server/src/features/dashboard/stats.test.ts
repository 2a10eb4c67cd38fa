import { describe, expect, it } from 'vitest'
import type { Racer, SeasonSum } from './racer.ts'
import { statsOf } from './stats.ts'

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
function racer(...known: Partial<SeasonSum>[]): Racer {
  const seasons = known.map((sum) => ({ ...UNKNOWN, ...sum }))
  return { seasons, best: null, bestChannels: [], periods: [] }
}

const LIFETIME = { place: null, isOneChannel: false }

const graph = (of: Racer, title: string) =>
  statsOf(of, LIFETIME).graphData.find((candidate) => candidate.title === title)

describe('statsOf', () => {
  it('has nothing to show of a racer without rows', () => {
    expect(statsOf(racer(), LIFETIME)).toEqual({
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
      statsOf(all, LIFETIME).widgets.map(({ raceType, label, value }) => [raceType, label, value]),
    ).toEqual([
      ['race', 'Points', 100],
      ['race', 'Races', 3],
      ['race', 'Wins', 1],
      ['race', 'Points per race', 33.33],
      ['royale', 'Points', 40],
      ['royale', 'Games', 2],
      ['royale', 'Wins', 1],
      ['royale', 'Crown wins', 0],
      ['royale', 'Kills', null],
    ])
  })

  it('does not know the points per race where points or races are unknown', () => {
    for (const all of [racer({ racePoints: 5 }), racer({ raceGames: 5 })]) {
      const widget = statsOf(all, LIFETIME).widgets.find(({ label }) => label === 'Points per race')
      expect(widget?.value).toBeNull()
    }
  })

  it('says of a sum in how many games it is known, where it is not in all', () => {
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
      statsOf(all, LIFETIME)
        .widgets.filter(({ knownIn }) => knownIn)
        .map(({ raceType, label, knownIn }) => [raceType, label, knownIn]),
    ).toEqual([
      ['race', 'Wins', { games: 2, of: 3 }],
      ['royale', 'Kills', { games: 3, of: 1591 }],
    ])
  })

  it('leaves a gap where a season is unknown', () => {
    const seasons = [
      { season: 73, racePoints: 5 },
      { season: 74, royalePoints: 7 },
    ]
    expect(graph(racer(...seasons), 'Points per season')).toEqual({
      title: 'Points per season',
      graphType: 'line',
      labels: ['Season 73', 'Season 74'],
      datasets: [
        { label: 'Race', data: [5, null] },
        { label: 'Royale', data: [null, 7] },
      ],
    })
  })
})
