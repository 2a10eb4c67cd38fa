import { describe, expect, test } from 'vitest'
import {
  findDefaultSeason,
  findLeaders,
  findShownSeason,
  type LeaderboardView,
  leaderboardViewFromSearch,
  searchFromLeaderboardView,
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
    expect(searchFromLeaderboardView(defaults).toString()).toBe('')
  })

  test('restores the same view', () => {
    const view: LeaderboardView = {
      season: 74,
      channel: '100% <b>&=',
      sortBy: 'BR HS',
      sortOrder: 'ASC',
      page: 12,
    }
    const address = searchFromLeaderboardView(view).toString()
    expect(leaderboardViewFromSearch(new URLSearchParams(address))).toEqual(view)
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
    expect(leaderboardViewFromSearch(new URLSearchParams(address))).toEqual(defaults)
  })

  test('never asks for a longer name than the contract allows', () => {
    const search = new URLSearchParams({ channel: 'a'.repeat(500) })
    expect(leaderboardViewFromSearch(search).channel).toHaveLength(200)
  })
})

describe('sorting', () => {
  test('starts descending, on the first page', () => {
    const view = viewSortedBy({ ...defaults, sortOrder: 'ASC', page: 4 }, 'PPR')
    expect(view).toEqual({ ...defaults, sortBy: 'PPR', sortOrder: 'DESC', page: 1 })
  })

  test('reverses only on the active column', () => {
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

  test('is otherwise the one with the highest id', () => {
    expect(findDefaultSeason(seasons.slice(0, 2))?.id).toBe(12)
    expect(findDefaultSeason([])).toBeUndefined()
  })

  test('in the address wins, and nothing replaces one that does not exist', () => {
    expect(findShownSeason(defaults, seasons)?.id).toBe(7)
    expect(findShownSeason({ ...defaults, season: 3 }, seasons)?.id).toBe(3)
    expect(findShownSeason({ ...defaults, season: 99 }, seasons)).toBeUndefined()
  })
})

describe('the leaders', () => {
  const makeRows = (...ranks: number[]) =>
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
    const { leaders, others } = findLeaders(makeRows(...ranks), 'Total Points')
    return [leaders.map(({ rank }) => rank), others]
  }

  test.each([
    ['three', [1, 2, 3, 4], [[1, 2, 3], null]],
    ['fewer than three', [1], [[1], null]],
    ['both of two tied for third', [1, 2, 3, 3, 5], [[1, 2, 3, 3], null]],
    ['ranks that a tie leaves out', [1, 1, 1, 1, 5], [[1, 1, 1, 1], null]],
    ['more than fit', [1, 2, 3, 3, 3, 3, 3, 3, 9], [[1, 2, 3, 3, 3, 3], 'and 2 more']],
    ['more than the page has', Array(10).fill(1), [Array(6).fill(1), 'and more']],
  ])('%s', (_, ranks, expected) => {
    expect(shown(ranks)).toEqual(expected)
  })

  test('have a known number', () => {
    const { leaders } = findLeaders(makeRows(1, 2, 2), 'Race HS')
    expect(leaders.map(({ rank }) => rank)).toEqual([1])
    expect(findLeaders(makeRows(1, 1), 'BR HS')).toEqual({ leaders: [], others: null })
  })
})
