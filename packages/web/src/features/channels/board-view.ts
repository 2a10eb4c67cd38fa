/** The channel page's address decides which board it shows; defaults are left out of the address. */
import { BoardMode, BoardSpan } from '@rollcall/contract/channels'
import { monthOf, type Period, periodName, readPeriod, weekOf } from '@rollcall/contract/periods'
import { DAY_MS } from '@rollcall/formats/durations'

export interface BoardView {
  /** Such as `today`, `season`, a day, or a week, `2026-W48`. */
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

/** Which kind of board it is, whatever its dates are. */
export function spanKind(
  of: BoardSpan,
): 'today' | 'day' | 'week' | 'month' | 'season' | 'lifetime' {
  switch (of) {
    case 'today':
    case 'week':
    case 'month':
    case 'season':
    case 'lifetime':
      return of
    default:
      return readPeriod(of)?.of ?? 'day'
  }
}

/** Whether somebody chose the board of a certain day. */
export function isPastDay(of: BoardSpan): boolean {
  return spanKind(of) === 'day'
}

/** The week or month of the board; null: it is the board of something else. */
export function periodOf(of: BoardSpan, today: string): Period | null {
  switch (of) {
    case 'week':
      return weekOf(today)
    case 'month':
      return monthOf(today)
    default:
      return readPeriod(of)
  }
}

/** How an address names the board of a period; the current one goes on with the days. */
export function spanOfPeriod(period: Period, today: string): BoardSpan {
  return period.first <= today && today <= period.last ? period.of : periodName(period)
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
