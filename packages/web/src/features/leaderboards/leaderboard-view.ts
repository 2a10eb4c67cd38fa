/** The leaderboard page's address decides what it shows; defaults are left out of the address. */
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

const MAX_NUMBER = 1_000_000_000

function readPositiveInteger(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,9}$/.test(text)) return null
  const value = Number(text)
  return value <= MAX_NUMBER ? value : null
}

/** Every address gives a view: meaningless values count as the default. */
export function leaderboardViewFromSearch(search: URLSearchParams): LeaderboardView {
  const slug = search.get('sort')
  return {
    season: readPositiveInteger(search.get('season')),
    channel: (search.get('channel') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    sortBy: sortableColumns.find((column) => column.slug === slug)?.sortBy ?? DEFAULT_SORT,
    sortOrder: search.get('order') === 'asc' ? 'ASC' : 'DESC',
    page: readPositiveInteger(search.get('page')) ?? 1,
  }
}

export function searchFromLeaderboardView(view: LeaderboardView): URLSearchParams {
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

/** The view after a click on a heading: descending first, reversed if it is already the active one. */
export function viewSortedBy(view: LeaderboardView, sortBy: SortColumn): LeaderboardView {
  const isToggle = view.sortBy === sortBy
  const sortOrder = isToggle && view.sortOrder === 'DESC' ? 'ASC' : 'DESC'
  return { ...view, sortBy, sortOrder, page: 1 }
}

/** The view after a search. Back undoes a whole search, not every pause in typing. */
export function viewOfSearch(
  view: LeaderboardView,
  channel: string,
): [LeaderboardView, { replace: boolean }] {
  const isRefined = view.channel !== '' && channel !== ''
  return [{ ...view, channel, page: 1 }, { replace: isRefined }]
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

/** The season to show; undefined if the address names one without a leaderboard. */
export function findShownSeason(
  view: LeaderboardView,
  seasons: readonly Season[],
): Season | undefined {
  return view.season === null
    ? findDefaultSeason(seasons)
    : seasons.find((season) => season.id === view.season)
}

/** @param ownChannelId null: the user's channel is not on the board */
export function isOwn({ channelId }: LeaderboardRow, ownChannelId: number | null): boolean {
  return ownChannelId !== null && channelId === ownChannelId
}

const LAST_LEADING_RANK = 3
/** Two rows of three; a text says how many more share the rank. */
const MAX_LEADERS = 6

interface LeadersShown {
  readonly leaders: readonly LeaderboardRow[]
  /** Says how many others share a leading rank; null: nobody. */
  readonly others: string | null
}

/**
 * The first three ranks of a board's first page, with everybody who shares one; rows with an unknown number do not
 * lead.
 */
export function findLeaders(rows: readonly LeaderboardRow[], sortBy: SortColumn): LeadersShown {
  const leading = rows.filter(
    (row) => row.rank <= LAST_LEADING_RANK && row[SORT_FIELDS[sortBy]] !== null,
  )
  const leaders = leading.slice(0, MAX_LEADERS)
  const isComplete = leading.length < LEADERBOARD_PAGE_SIZE
  const otherCount = leading.length - leaders.length
  return {
    leaders,
    others:
      otherCount === 0
        ? null
        : isComplete
          ? texts.leaders.more(otherCount)
          : texts.leaders.manyMore,
  }
}
