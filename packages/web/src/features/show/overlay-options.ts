/** How an overlay looks is what its address says. Pure: the overlay reads it, a page writes it. */

const SIDES = ['left', 'right'] as const
const THEMES = ['dark', 'light'] as const
const BOARDS = ['today', 'season'] as const

export interface OverlayOptions {
  readonly rows: number
  readonly side: (typeof SIDES)[number]
  /** In percent. */
  readonly scale: number
  readonly theme: (typeof THEMES)[number]
  /** Of a channel's overlay. */
  readonly board: (typeof BOARDS)[number]
  /** Of an event's: whose standings, by id; null: All Streamers. */
  readonly streamer: string | null
}

export const DEFAULT_OPTIONS: OverlayOptions = {
  rows: 6,
  side: 'left',
  scale: 100,
  theme: 'dark',
  board: 'today',
  streamer: null,
}

export const ROWS = { least: 3, most: 15 } as const
export const SCALE = { least: 50, most: 200 } as const

/** What makes no sense counts as the default. */
export function optionsFromSearch(search: URLSearchParams): OverlayOptions {
  return {
    rows: within(search.get('rows'), ROWS) ?? DEFAULT_OPTIONS.rows,
    side: oneOf(SIDES, search.get('side')) ?? DEFAULT_OPTIONS.side,
    scale: within(search.get('scale'), SCALE) ?? DEFAULT_OPTIONS.scale,
    theme: oneOf(THEMES, search.get('theme')) ?? DEFAULT_OPTIONS.theme,
    board: oneOf(BOARDS, search.get('board')) ?? DEFAULT_OPTIONS.board,
    streamer: /^[1-9]\d{0,8}$/.exec(search.get('streamer') ?? '')?.[0] ?? null,
  }
}

/** Empty, or what differs from the default, with its question mark. */
export function searchFromOptions(options: OverlayOptions): string {
  const search = new URLSearchParams()
  for (const name of ['rows', 'side', 'scale', 'theme', 'board', 'streamer'] as const) {
    if (options[name] !== DEFAULT_OPTIONS[name]) {
      search.set(name, String(options[name]))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function oneOf<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text)
}

function within(
  text: string | null,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  const value = text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
  return value === null || value < least || value > most ? null : value
}
