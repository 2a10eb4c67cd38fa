/** The channel page's address decides which board it shows; defaults are left out of the address. */
import { BoardMode, BoardSpan } from '@rollcall/contract/channels'
import { DAY_MS } from '@rollcall/formats/durations'

export interface BoardView {
  /** `today`, `season`, `lifetime`, or a day, YYYY-MM-DD. */
  readonly of: BoardSpan
  readonly mode: BoardMode
}

const DEFAULT: BoardView = { of: 'season', mode: 'all' }

/** Every address gives a view: meaningless values count as the default. */
export function channelViewFromSearch(search: URLSearchParams): BoardView {
  return {
    of: BoardSpan.safeParse(search.get('of')).data ?? DEFAULT.of,
    mode: BoardMode.safeParse(search.get('mode')).data ?? DEFAULT.mode,
  }
}

/** With its `?`; empty for the default. */
export function searchFromChannelView({ of, mode }: BoardView): string {
  const search = new URLSearchParams()
  if (of !== DEFAULT.of) search.set('of', of)
  if (mode !== DEFAULT.mode) search.set('mode', mode)
  return search.size === 0 ? '' : `?${search}`
}

/** Whether somebody chose the board of a certain day. */
export function isPastDay(of: BoardSpan): boolean {
  return /^\d/.test(of)
}

/** The day before today, but not before the first one that has a board. */
export function latestPastDay({
  today,
  firstDay,
}: {
  readonly today: string
  readonly firstDay: string
}): string {
  const before = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
  return before < firstDay ? firstDay : before
}
