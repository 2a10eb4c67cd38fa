import { describe, expect, it } from 'vitest'
import type { RacerSums, RacerTotals } from './queries.ts'
import { statsOf } from './stats.ts'

const UNKNOWN: RacerTotals = {
  racePoints: null,
  raceGames: null,
  raceWins: null,
  royalePoints: null,
  royaleGames: null,
  royaleWins: null,
  crownWins: null,
  kills: null,
}

const totals = (known: Partial<RacerTotals>): RacerTotals => ({ ...UNKNOWN, ...known })

function sums(known: Partial<RacerSums>): RacerSums {
  return { all: totals({}), seasons: [], channels: [], ...known }
}

const channel = (id: number, name: string) => ({ id, name, owner: null })
const graph = (all: RacerSums, title: string) =>
  statsOf(all).graphData.find((candidate) => candidate.title === title)

describe('statsOf', () => {
  it('has nothing to show of a racer without rows', () => {
    expect(statsOf({ all: null, seasons: [], channels: [] })).toEqual({
      widgets: [],
      graphData: [],
    })
  })

  it('has four race widgets and five royale widgets, in their order', () => {
    const all = totals({
      racePoints: 100,
      raceGames: 3,
      raceWins: 1,
      royalePoints: 40,
      royaleGames: 2,
      royaleWins: 1,
      crownWins: 0,
    })
    expect(
      statsOf(sums({ all })).widgets.map(({ raceType, label, value }) => [raceType, label, value]),
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
    for (const all of [totals({ racePoints: 5 }), totals({ raceGames: 5 })]) {
      const widget = statsOf(sums({ all })).widgets.find(({ label }) => label === 'Points per race')
      expect(widget?.value).toBeNull()
    }
  })

  it('shows the ten channels with the most points, ties in the order they came', () => {
    const channels = Array.from({ length: 12 }, (_, index) => ({
      channel: channel(index, `channel${index}`),
      totals: totals({ racePoints: index === 11 ? 900 : 100 }),
    }))
    expect(graph(sums({ channels }), 'Points per channel')?.labels).toEqual([
      'channel11',
      ...Array.from({ length: 9 }, (_, index) => `channel${index}`),
    ])
  })

  it('leaves a gap where a season is unknown', () => {
    const seasons = [
      { season: 73, totals: totals({ racePoints: 5 }) },
      { season: 74, totals: totals({ royalePoints: 7 }) },
    ]
    expect(graph(sums({ seasons }), 'Points per season')).toEqual({
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
