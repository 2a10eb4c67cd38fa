export const SEASONS_PATH = '/dashboard/season'
export const CHANNELS_PATH = '/dashboard/channel'
export const LIFETIME_PATH = '/dashboard/lifetime'

/** The state of a link within one page, so that the focus stays on the link. */
export const KEEPS_FOCUS = { keepsFocus: true } as const

export function keepsFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsFocus' in state
}

export function seasonPath(season: string): string {
  return `${SEASONS_PATH}/${encodeURIComponent(season)}`
}

/** @param season null: all seasons */
export function channelPath(channelName: string, season: string | null): string {
  const path = `${CHANNELS_PATH}/${encodeURIComponent(channelName)}`
  return season === null ? path : `${path}/${encodeURIComponent(season)}`
}
