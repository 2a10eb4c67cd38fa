/** An overlay's options, which are in its address: the overlay reads them, a page writes them. Pure. */

const SIDES = ['left', 'right'] as const
const THEMES = ['dark', 'light'] as const
const BOARDS = ['today', 'season'] as const
const TABLES = ['racers', 'teams'] as const

export interface OverlayOptions {
  readonly rows: number
  readonly side: (typeof SIDES)[number]
  /** In per cent. */
  readonly scale: number
  readonly theme: (typeof THEMES)[number]
  /** Of the text in rows and titles, in per cent of what it is at this scale. */
  readonly font: number
  /** Of what is behind the text, in per cent. */
  readonly opacity: number
  /** How many columns the rows are in, side by side. */
  readonly columns: number
  /** #rrggbb; null: as in the theme. */
  readonly background: string | null
  readonly text: string | null
  /** For a channel's overlay. */
  readonly board: (typeof BOARDS)[number]
  /** For a league's overlay. */
  readonly table: (typeof TABLES)[number]
  /** For a league's overlay: the id of the division whose table to show; null: everybody's. */
  readonly division: string | null
  /** For an event's overlay: the id of the streamer whose standings to show; null: All Streamers. */
  readonly streamer: string | null
}

export const DEFAULT_OPTIONS: OverlayOptions = {
  rows: 6,
  side: 'left',
  scale: 100,
  theme: 'dark',
  font: 100,
  opacity: 100,
  columns: 1,
  background: null,
  text: null,
  board: 'today',
  table: 'racers',
  division: null,
  streamer: null,
}

export const ROWS = { least: 3, most: 15 } as const
export const SCALE = { least: 50, most: 200 } as const
export const FONT = { least: 75, most: 150 } as const
export const OPACITY = { least: 0, most: 100 } as const
export const COLUMNS = { least: 1, most: 3 } as const

/** Meaningless values count as the default. */
export function optionsFromSearch(search: URLSearchParams): OverlayOptions {
  return {
    rows: within(search.get('rows'), ROWS) ?? DEFAULT_OPTIONS.rows,
    side: findChoice(SIDES, search.get('side')) ?? DEFAULT_OPTIONS.side,
    scale: within(search.get('scale'), SCALE) ?? DEFAULT_OPTIONS.scale,
    theme: findChoice(THEMES, search.get('theme')) ?? DEFAULT_OPTIONS.theme,
    font: within(search.get('font'), FONT) ?? DEFAULT_OPTIONS.font,
    opacity: within(search.get('opacity'), OPACITY) ?? DEFAULT_OPTIONS.opacity,
    columns: within(search.get('columns'), COLUMNS) ?? DEFAULT_OPTIONS.columns,
    background: findColor(search.get('background')),
    text: findColor(search.get('text')),
    board: findChoice(BOARDS, search.get('board')) ?? DEFAULT_OPTIONS.board,
    table: findChoice(TABLES, search.get('table')) ?? DEFAULT_OPTIONS.table,
    division: findId(search.get('division')),
    streamer: findId(search.get('streamer')),
  }
}

const NAMES = [
  ...['rows', 'side', 'scale', 'theme', 'font', 'opacity', 'columns', 'background', 'text'],
  ...['board', 'table', 'division', 'streamer'],
] as readonly (keyof OverlayOptions)[]

/** What differs from the defaults, with the question mark; empty if nothing does. */
export function searchFromOptions(options: OverlayOptions): string {
  const search = new URLSearchParams()
  for (const name of NAMES) {
    if (options[name] !== DEFAULT_OPTIONS[name]) {
      // A colour's number sign would begin the fragment.
      search.set(name, String(options[name]).replace('#', ''))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function findChoice<T extends string>(choices: readonly T[], text: string | null): T | undefined {
  return choices.find((choice) => choice === text)
}

const findId = (text: string | null) => /^[1-9]\d{0,8}$/.exec(text ?? '')?.[0] ?? null

function findColor(text: string | null): string | null {
  return text !== null && /^[\da-f]{6}$/i.test(text) ? `#${text.toLowerCase()}` : null
}

function within(
  text: string | null,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  const value = text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
  return value === null || value < least || value > most ? null : value
}
