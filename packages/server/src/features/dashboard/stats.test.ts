import { describe, expect, it } from 'vitest'
import type { Racer, RacerRow } from './racer.ts'
import { statsOf } from './stats.ts'

const UNKNOWN: RacerRow = {
  season: 75,
  channelId: 1,
  racePoints: null,
  raceGames: null,
  raceWins: null,
  royalePoints: null,
  royaleGames: null,
  royaleWins: null,
  crownWins: null,
  kills: null,
}

/** A racer with these rows, on channels that are named by their number. */
function racer(...known: Partial<RacerRow>[]): Racer {
  const rows = known.map((row) => ({ ...UNKNOWN, ...row }))
  const ids = [...new Set(rows.map(({ channelId }) => channelId))]
  return { rows, channels: ids.map((id) => ({ id, name: `channel${id}`, owner: null })) }
}

const graph = (of: Racer, title: string) =>
  statsOf(of).graphData.find((candidate) => candidate.title === title)

describe('statsOf', () => {
  it('has nothing to show of a racer without rows', () => {
    expect(statsOf(racer())).toEqual({
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
      statsOf(all).widgets.map(({ raceType, label, value }) => [raceType, label, value]),
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
      const widget = statsOf(all).widgets.find(({ label }) => label === 'Points per race')
      expect(widget?.value).toBeNull()
    }
  })

  it('shows the ten channels with the most points, ties in the order they came', () => {
    const rows = Array.from({ length: 12 }, (_, channelId) => ({
      channelId,
      racePoints: channelId === 11 ? 900 : 100,
    }))
    expect(graph(racer(...rows), 'Points per channel')?.labels).toEqual([
      'channel11',
      ...Array.from({ length: 9 }, (_, index) => `channel${index}`),
    ])
  })

  it('leaves a gap where a season is unknown', () => {
    const rows = [
      { season: 73, racePoints: 5 },
      { season: 74, royalePoints: 7 },
    ]
    expect(graph(racer(...rows), 'Points per season')).toEqual({
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
