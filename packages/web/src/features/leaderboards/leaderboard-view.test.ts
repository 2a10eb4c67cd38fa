import { describe, expect, test } from 'vitest'
import {
  findDefaultSeason,
  findSeasonOf,
  type LeaderboardView,
  leadersOf,
  searchFromView,
  viewFromSearch,
  viewSortedBy,
} from './leaderboard-view.ts'

const defaults: LeaderboardView = {
  season: null,
  channel: '',
  sortBy: 'Total Points',
  sortOrder: 'DESC',
  page: 1,
}

describe('the address of a leaderboard', () => {
  test('leaves the defaults out', () => {
    expect(searchFromView(defaults).toString()).toBe('')
  })

  test('reopens the same view', () => {
    const view: LeaderboardView = {
      season: 74,
      channel: '100% <b>&=',
      sortBy: 'BR HS',
      sortOrder: 'ASC',
      page: 12,
    }
    const address = searchFromView(view).toString()
    expect(viewFromSearch(new URLSearchParams(address))).toEqual(view)
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=99999999999',
    'season=last',
    'sort=rank',
    'order=up',
    'channel=+++',
  ])('takes the default for %s', (address) => {
    expect(viewFromSearch(new URLSearchParams(address))).toEqual(defaults)
  })

  test('never asks for a longer name than the contract takes', () => {
    const search = new URLSearchParams({ channel: 'a'.repeat(500) })
    expect(viewFromSearch(search).channel).toHaveLength(200)
  })
})

describe('sorting', () => {
  test('starts descending and goes back to the first page', () => {
    const view = viewSortedBy({ ...defaults, sortOrder: 'ASC', page: 4 }, 'PPR')
    expect(view).toEqual({ ...defaults, sortBy: 'PPR', sortOrder: 'DESC', page: 1 })
  })

  test('turns round on the active column only', () => {
    const ascending = viewSortedBy(defaults, 'Total Points')
    expect(ascending.sortOrder).toBe('ASC')
    expect(viewSortedBy(ascending, 'Total Points').sortOrder).toBe('DESC')
    expect(viewSortedBy(ascending, 'Total Races').sortOrder).toBe('DESC')
  })
})

describe('the season', () => {
  const seasons = [
    { id: 3, name: 'Season 3', selected: false },
    { id: 12, name: 'Season 12', selected: false },
    { id: 7, name: 'Season 7', selected: true },
  ]

  test('is the selected one', () => {
    expect(findDefaultSeason(seasons)?.id).toBe(7)
  })

  test('is else the one with the highest id', () => {
    expect(findDefaultSeason(seasons.slice(0, 2))?.id).toBe(12)
    expect(findDefaultSeason([])).toBeUndefined()
  })

  test('of the address wins, and none stands in for one that is not there', () => {
    expect(findSeasonOf(defaults, seasons)?.id).toBe(7)
    expect(findSeasonOf({ ...defaults, season: 3 }, seasons)?.id).toBe(3)
    expect(findSeasonOf({ ...defaults, season: 99 }, seasons)).toBeUndefined()
  })
})

describe('the leaders', () => {
  const rowsOf = (...ranks: number[]) =>
    ranks.map((rank, index) => ({
      channelId: index + 1,
      rank,
      username: `channel_${index + 1}`,
      totalPoints: 100 - rank,
      totalRaces: 1,
      pointsPerRace: 1,
      raceHighScore: rank === 1 ? 500 : null,
      battleRoyaleHighScore: null,
    }))
  const shown = (ranks: number[]) => {
    const { leaders, others } = leadersOf(rowsOf(...ranks), 'Total Points')
    return [leaders.map(({ rank }) => rank), others]
  }

  test.each([
    ['three', [1, 2, 3, 4], [[1, 2, 3], null]],
    ['fewer than three', [1], [[1], null]],
    ['both of two tied for third', [1, 2, 3, 3, 5], [[1, 2, 3, 3], null]],
    ['places that a tie leaves out', [1, 1, 1, 1, 5], [[1, 1, 1, 1], null]],
    [
      'more than there is room for',
      [1, 2, 3, 3, 3, 3, 3, 3, 9],
      [[1, 2, 3, 3, 3, 3], 'and 2 more'],
    ],
    ['more than the page has', Array(10).fill(1), [Array(6).fill(1), 'and more']],
  ])('%s', (_, ranks, expected) => {
    expect(shown(ranks)).toEqual(expected)
  })

  test('are those whose number is known', () => {
    const { leaders } = leadersOf(rowsOf(1, 2, 2), 'Race HS')
    expect(leaders.map(({ rank }) => rank)).toEqual([1])
    expect(leadersOf(rowsOf(1, 1), 'BR HS')).toEqual({ leaders: [], others: null })
  })
})
