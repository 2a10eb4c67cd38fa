import { addressOf, PAGES } from '@rollcall/contract/pages'

/** The state of a link within one page, so that the focus stays on the link. */
export const KEEPS_FOCUS = { keepsFocus: true } as const

export function keepsFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsFocus' in state
}

export function seasonPath(season: string): string {
  return addressOf(PAGES.dashboardSeason, { season })
}

/** @param season null: all seasons */
export function channelPath(channelName: string, season: string | null): string {
  return addressOf(PAGES.dashboardChannel, { channelName, ...(season !== null && { season }) })
}
