/** An overlay's options, which are in its address: the overlay reads them, a page writes them. Pure. */

const SIDES = ['left', 'right'] as const
const THEMES = ['dark', 'light'] as const
const BOARDS = ['today', 'season'] as const

export interface OverlayOptions {
  readonly rows: number
  readonly side: (typeof SIDES)[number]
  /** In per cent. */
  readonly scale: number
  readonly theme: (typeof THEMES)[number]
  /** For a channel's overlay. */
  readonly board: (typeof BOARDS)[number]
  /** For an event's overlay: the id of the streamer whose standings to show; null: All Streamers. */
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

/** Meaningless values count as the default. */
export function optionsFromSearch(search: URLSearchParams): OverlayOptions {
  return {
    rows: within(search.get('rows'), ROWS) ?? DEFAULT_OPTIONS.rows,
    side: findChoice(SIDES, search.get('side')) ?? DEFAULT_OPTIONS.side,
    scale: within(search.get('scale'), SCALE) ?? DEFAULT_OPTIONS.scale,
    theme: findChoice(THEMES, search.get('theme')) ?? DEFAULT_OPTIONS.theme,
    board: findChoice(BOARDS, search.get('board')) ?? DEFAULT_OPTIONS.board,
    streamer: /^[1-9]\d{0,8}$/.exec(search.get('streamer') ?? '')?.[0] ?? null,
  }
}

/** What differs from the defaults, with the question mark; empty if nothing does. */
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

function findChoice<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text)
}

function within(
  text: string | null,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  const value = text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
  return value === null || value < least || value > most ? null : value
}
