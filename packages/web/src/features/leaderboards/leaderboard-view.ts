/** What the leaderboard page shows is what its address says; defaults are left out of it. */
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import {
  DEFAULT_SORT,
  LEADERBOARD_PAGE_SIZE,
  SORT_FIELDS,
  type SortColumn,
  type SortOrder,
} from '@rollcall/contract/leaderboards'
import { sortableColumns } from './leaderboard-columns.ts'
import type { LeaderboardRow, Season } from './queries.ts'
import { texts } from './texts.ts'

export interface LeaderboardView {
  /** null: the default season. */
  readonly season: number | null
  readonly channel: string
  readonly sortBy: SortColumn
  readonly sortOrder: SortOrder
  readonly page: number
}

const LARGEST_NUMBER = 1_000_000_000

function wholeFromOne(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,9}$/.test(text)) return null
  const value = Number(text)
  return value <= LARGEST_NUMBER ? value : null
}

/** Whatever the address holds, a view comes of it: what makes no sense counts as the default. */
export function viewFromSearch(search: URLSearchParams): LeaderboardView {
  const slug = search.get('sort')
  return {
    season: wholeFromOne(search.get('season')),
    channel: (search.get('channel') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    sortBy: sortableColumns.find((column) => column.slug === slug)?.sortBy ?? DEFAULT_SORT,
    sortOrder: search.get('order') === 'asc' ? 'ASC' : 'DESC',
    page: wholeFromOne(search.get('page')) ?? 1,
  }
}

export function searchFromView(view: LeaderboardView): URLSearchParams {
  const search = new URLSearchParams()
  if (view.season !== null) search.set('season', String(view.season))
  if (view.channel !== '') search.set('channel', view.channel)
  if (view.sortBy !== DEFAULT_SORT) {
    const column = sortableColumns.find(({ sortBy }) => sortBy === view.sortBy)
    if (column) search.set('sort', column.slug)
  }
  if (view.sortOrder === 'ASC') search.set('order', 'asc')
  if (view.page > 1) search.set('page', String(view.page))
  return search
}

/** A click on a heading: descending first, the other way round when it is the active one. */
export function viewSortedBy(view: LeaderboardView, sortBy: SortColumn): LeaderboardView {
  const isToggle = view.sortBy === sortBy
  const sortOrder = isToggle && view.sortOrder === 'DESC' ? 'ASC' : 'DESC'
  return { ...view, sortBy, sortOrder, page: 1 }
}

/** The season shown first: the one flagged as selected, else the one with the highest id. */
export function findDefaultSeason(seasons: readonly Season[]): Season | undefined {
  return (
    seasons.find((season) => season.selected) ??
    seasons.reduce<Season | undefined>(
      (highest, season) => (highest && highest.id > season.id ? highest : season),
      undefined,
    )
  )
}

/** The season the view means; undefined where the address names one that has no leaderboard. */
export function findSeasonOf(
  view: LeaderboardView,
  seasons: readonly Season[],
): Season | undefined {
  return view.season === null
    ? findDefaultSeason(seasons)
    : seasons.find((season) => season.id === view.season)
}

/** @param ownChannelId null: the user has none there */
export function isOwn({ channelId }: LeaderboardRow, ownChannelId: number | null): boolean {
  return ownChannelId !== null && channelId === ownChannelId
}

const LAST_LEADING_RANK = 3
/** Two rows of three; words say how many more share the place. */
const MOST_LEADERS = 6

interface LeadersShown {
  readonly leaders: readonly LeaderboardRow[]
  /** Who shares a place and is not shown; null: nobody. */
  readonly others: string | null
}

/** The first three places with everybody who shares one, of a board's first page; what is unknown leads nowhere. */
export function leadersOf(rows: readonly LeaderboardRow[], sortBy: SortColumn): LeadersShown {
  const leading = rows.filter(
    (row) => row.rank <= LAST_LEADING_RANK && row[SORT_FIELDS[sortBy]] !== null,
  )
  const leaders = leading.slice(0, MOST_LEADERS)
  const isWhole = leading.length < LEADERBOARD_PAGE_SIZE
  const otherCount = leading.length - leaders.length
  return {
    leaders,
    others:
      otherCount === 0 ? null : isWhole ? texts.leaders.more(otherCount) : texts.leaders.manyMore,
  }
}
