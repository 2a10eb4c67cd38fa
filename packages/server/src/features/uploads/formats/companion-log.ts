import { normalisedLogin } from './cell-values.ts'
import { decodeText } from './decode-text.ts'
import { type NamedCells, namedCells } from './named-cells.ts'
import { quoted, UploadProblem, type UploadWarning } from './problem.ts'
import { readRows, type TableLimits, type TableRow } from './read-rows.ts'
import { refuseOtherWidth } from './read-table.ts'
import { seasonSnapshotLimits } from './season-snapshot.ts'
import { WarningList } from './warning-list.ts'

/** One racer of a game in a day log. Null is unknown, never 0. */
export interface LoggedResult {
  position: number
  /** Normalised: see `normalisedLogin`. The log names no platform; it is Twitch's. */
  login: string
  displayName: string
  points: number | null
  eliminated: boolean | null
  /** Royale only. */
  kills: number | null
  damage: number | null
}

/** A game in a day log: its key is type and time stamp (the domain reference, 1.11 and 6.2). */
export interface LoggedGame {
  mode: 'race' | 'royale'
  /**
   * YYYY-MM-DD HH:MM:SS as written, which is US Eastern time minus 12 hours, so that its date is
   * the Marble Day.
   */
  timeStamp: string
  /** As written; one too high in some old royales. */
  marbleCount: number | null
  /** Of the events that the game counted for. */
  eventIds: number[]
  /** Null where the log does not say. */
  isWorldRecord: boolean | null
  results: LoggedResult[]
}

/** A checkpoint in a day log, which does not say in which game. */
export interface LoggedHit {
  number: number
  login: string
  displayName: string
  eventIds: number[]
}

export interface CompanionLog {
  /** In the order of their first rows. */
  games: LoggedGame[]
  /** In the order of the log. */
  hits: LoggedHit[]
  warnings: UploadWarning[]
}

/** A day is far below them; the limits of a snapshot (the design, section 6), as no game is so large. */
export const companionLogLimits: TableLimits = seasonSnapshotLimits

/** No line of headings names them: a column's index is its place. */
const gameColumns = {
  position: 0,
  login: 1,
  'display name': 2,
  points: 3,
  type: 4,
  'time stamp': 5,
  'marble count': 6,
  eliminated: 7,
  kills: 8,
  damage: 9,
  'event ids': 10,
  'world record': 11,
} as const

const hitColumns = { number: 0, login: 1, 'display name': 2, colour: 3, 'event ids': 4 } as const

/** Races have 12 columns, royales 11, both 7 in old versions. */
const widths = { race: [12, 7], royale: [11, 7] } as const

/**
 * A day log of the companion (the domain reference, 1.11): `allraces_…`, told by the word Race or
 * BR in its fifth column, as games, or `checkpoints_…` as hits. A racer who stands twice in a game
 * is taken once, the last row, with a warning unless the rows are equal.
 *
 * @throws UploadProblem `unknown_header` (another file), `bad_row`, `bad_value`, and what
 *   `decodeText` and `readRows` throw.
 */
export function readCompanionLog(bytes: Uint8Array): CompanionLog {
  const warnings = new WarningList()
  const decoded = decodeText(bytes, companionLogLimits.bytes)
  if (decoded.warning) warnings.add(decoded.warning)
  const rows = readRows(decoded.text, companionLogLimits, 0)

  const isGames = rows[0] !== undefined && modeOf(rows[0]) !== null
  const log = isGames
    ? { games: gamesOf(rows, warnings), hits: [] }
    : { games: [], hits: rows.map(readHit) }
  return { ...log, warnings: warnings.list() }
}

function modeOf({ cells }: TableRow): 'race' | 'royale' | null {
  const type = cells[gameColumns.type]?.toLowerCase()
  return type === 'race' ? 'race' : type === 'br' ? 'royale' : null
}

function gamesOf(rows: readonly TableRow[], warnings: WarningList): LoggedGame[] {
  const games = new Map<string, LoggedGame & { racers: Map<string, LoggedResult> }>()
  for (const row of rows) {
    const { result, ...facts } = readGameRow(row)
    const key = `${facts.mode} ${facts.timeStamp}`
    const game = games.get(key) ?? { ...facts, results: [], racers: new Map() }
    games.set(key, game)

    const earlier = game.racers.get(result.login)
    if (earlier && JSON.stringify(earlier) !== JSON.stringify(result)) {
      const message = `${quoted(result.login)} stands in the game more than once; the last row was taken.`
      warnings.add({ code: 'duplicate_racer', message, line: row.line })
    }
    game.racers.set(result.login, result)
    game.isWorldRecord = game.isWorldRecord || facts.isWorldRecord
  }
  return [...games.values()].map(({ racers, ...game }) => ({
    ...game,
    results: [...racers.values()],
  }))
}

function readGameRow(row: TableRow): Omit<LoggedGame, 'results'> & { result: LoggedResult } {
  const cells = namedCells(row, gameColumns)
  const mode = modeOf(row)
  if (mode === null) {
    throw new UploadProblem(
      'bad_value',
      `${quoted(cells.text('type'))} is neither Race nor BR.`,
      cells.place('type'),
    )
  }
  const width = widths[mode].find((count) => row.cells.length >= count)
  refuseOtherWidth(row, width ?? widths[mode][1])
  return {
    mode,
    timeStamp: timeStampOf(cells),
    marbleCount: cells.whole('marble count'),
    eventIds: eventIdsOf(cells),
    isWorldRecord: mode === 'race' ? cells.flag('world record', { legacy: true }) : null,
    result: {
      position: cells.givenWhole('position'),
      ...racerOf(cells),
      points: cells.whole('points'),
      eliminated: cells.flag('eliminated'),
      // A race has neither, whatever the log fills in.
      kills: mode === 'royale' ? cells.whole('kills') : null,
      damage: mode === 'royale' ? cells.whole('damage') : null,
    },
  }
}

function readHit(row: TableRow): LoggedHit {
  const width = Object.keys(hitColumns).length
  if (!/^\d+$/.test(row.cells[0] ?? '') || row.cells.length < width) {
    throw new UploadProblem(
      'unknown_header',
      'This is not a day log of the companion: it has rows of 12, 11 or 7 columns for games, and of 5 for checkpoints.',
      { line: row.line },
    )
  }
  refuseOtherWidth(row, width)
  const cells = namedCells(row, hitColumns)
  return { number: cells.givenWhole('number'), ...racerOf(cells), eventIds: eventIdsOf(cells) }
}

function racerOf(cells: NamedCells<'login' | 'display name'>) {
  const username = cells.text('login')
  const login = normalisedLogin(username)
  if (login === '') {
    throw new UploadProblem('bad_row', 'The row names no racer.', cells.place('login'))
  }
  return { login, displayName: cells.text('display name') || username }
}

function timeStampOf(cells: NamedCells<'time stamp'>): string {
  const text = cells.givenText('time stamp')
  const time = new Date(`${text.replace(' ', 'T')}Z`)
  const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(time.getTime())
  if (isTime && time.toISOString().slice(0, 19).replace('T', ' ') === text) return text
  throw new UploadProblem(
    'bad_value',
    `${quoted(text)} is not a time written as YYYY-MM-DD HH:MM:SS.`,
    cells.place('time stamp'),
  )
}

/** A list such as [278, 301], which may be empty, or missing in old logs. */
function eventIdsOf(cells: NamedCells<'event ids'>): number[] {
  const text = cells.text('event ids')
  const [, list] = /^\[((?:\s*\d{1,9}\s*(?:,\s*\d{1,9}\s*)*)?)\]$/.exec(text) ?? []
  if (text !== '' && list === undefined) {
    throw new UploadProblem(
      'bad_value',
      `${quoted(text)} is not a list of event numbers such as [278, 301].`,
      cells.place('event ids'),
    )
  }
  return list ? list.split(',').map(Number) : []
}
