/** The public companion's own day logs: docs/formats.md, Day logs. */
import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { HOUR_MS } from './durations.ts'
import type { Game } from './game-files.ts'
import { type GameResult, gameContent } from './game-rows.ts'
import { normalisedLogin, normalisedPlatform } from './names.ts'
import { FileProblem, type FileWarning, quoted, WarningList } from './problem.ts'
import { readRows, type TableRow } from './read-rows.ts'
import { refuseOtherWidth } from './read-table.ts'
import { SNAPSHOT_LIMITS } from './snapshot-rows.ts'

type LogKind = 'games' | 'checkpoints'

interface DayLog {
  kind: LogKind
  /** In the order of their first rows; none in a log of checkpoints. */
  games: Game[]
  /** Rows read. */
  rows: number
  warnings: FileWarning[]
}

/** No headings name them: a column's index is its place. */
const GAME_COLUMNS = {
  position: 0,
  login: 1,
  'display name': 2,
  points: 3,
  type: 4,
  'time stamp': 5,
  marbles: 6,
  eliminated: 7,
  kills: 8,
  damage: 9,
  'event ids': 10,
  'world record': 11,
} as const

const HIT_COLUMNS = { number: 0, login: 1, 'display name': 2, colour: 3, 'event ids': 4 } as const
const HIT_WIDTH = 5

/** Far more than a day has. */
export const MAX_LOG_GAMES = 5_000

type GameCells = Cells<keyof typeof GAME_COLUMNS>
type LoggedMode = 'race' | 'royale'

/** Of today's companion, and of old versions. */
const WIDTHS: Record<LoggedMode, readonly number[]> = { race: [12, 7], royale: [11, 7] }

/**
 * A day log of the public companion, told by its first row: games (`allraces_…`), each with the results
 * that its rows give, or checkpoints (`checkpoints_…`), which are checked only, since they name neither
 * game nor time. A game's key is its kind and time stamp; `generatedAt` is that stamp in UTC. A racer
 * twice in a game counts once, the last row, with a warning unless both say the same.
 *
 * @throws FileProblem `unknown_header` (another file), `too_large` (games), `bad_row`, `bad_value`, and what `decodeText`
 *   and `readRows` throw.
 */
export function readDayLog(bytes: Uint8Array): DayLog {
  const warnings = new WarningList()
  const decoded = decodeText(bytes, SNAPSHOT_LIMITS.bytes)
  if (decoded.warning) {
    warnings.add(decoded.warning)
  }
  const rows = readRows(decoded.text, SNAPSHOT_LIMITS)
  const kind = kindOf(rows[0])
  if (kind === null) {
    throw new FileProblem(
      'unknown_header',
      "This is not a day log of the companion: a game's rows have 12, 11 or 7 columns and the word Race or BR, a checkpoint's have 5.",
      { line: rows[0]?.line },
    )
  }
  if (kind === 'checkpoints') {
    rows.forEach(checkHit)
  }
  const games = kind === 'games' ? gamesOf(rows, warnings) : []
  return { kind, games, rows: rows.length, warnings: warnings.list() }
}

/** null: not a day log. Its first row decides. */
function kindOf(row: TableRow | undefined): LogKind | null {
  if (row === undefined || !/^\d+$/.test(row.cells[0] ?? '')) {
    return null
  }
  if (modeOf(row) !== null) {
    return 'games'
  }
  return row.cells.length >= HIT_WIDTH && /^\[.*\]$/.test(row.cells[4] ?? '') ? 'checkpoints' : null
}

function modeOf({ cells }: TableRow): LoggedMode | null {
  const type = cells[GAME_COLUMNS.type]?.toLowerCase()
  return type === 'race' ? 'race' : type === 'br' ? 'royale' : null
}

function gamesOf(rows: readonly TableRow[], warnings: WarningList): Game[] {
  const games = new Map<string, { mode: LoggedMode; stamp: string; racers: Racers }>()
  for (const row of rows) {
    const { mode, cells } = gameCellsOf(row)
    const stamp = stampOf(cells)
    const key = `${mode} ${stamp}`
    const game = games.get(key) ?? { mode, stamp, racers: new Map() }
    games.set(key, game)
    if (games.size > MAX_LOG_GAMES) {
      throw new FileProblem(
        'too_large',
        `The log has more than the allowed ${MAX_LOG_GAMES.toLocaleString('en')} games. Split it and send the parts one after the other.`,
        { line: row.line },
      )
    }
    addResult(game.racers, resultOf(cells, mode), { line: row.line, warnings })
  }
  return [...games.values()].map(({ mode, stamp, racers }) =>
    gameOf(mode, stamp, [...racers.values()]),
  )
}

type Racers = Map<string, GameResult>

function addResult(
  racers: Racers,
  result: GameResult,
  { line, warnings }: { line: number; warnings: WarningList },
): void {
  const earlier = racers.get(result.login)
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(result)) {
    const message = `${quoted(result.login)} is in the game more than once. The last row was used.`
    warnings.add({ code: 'duplicate_racer', message, line })
  }
  racers.set(result.login, result)
}

function gameCellsOf(row: TableRow): { mode: LoggedMode; cells: GameCells } {
  const cells = new Cells(row, GAME_COLUMNS)
  const mode = modeOf(row)
  if (mode === null) {
    throw new FileProblem(
      'bad_value',
      `${quoted(cells.text('type'))} is neither Race nor BR.`,
      cells.place('type'),
    )
  }
  const [today = 0, old = 0] = WIDTHS[mode]
  refuseOtherWidth(row, row.cells.length >= today ? today : old)
  return { mode, cells }
}

function resultOf(cells: GameCells, mode: LoggedMode): GameResult {
  if (mode === 'race') {
    cells.flag('world record', { legacy: true })
  }
  checkEventIds(cells)
  const isRoyale = mode === 'royale'
  return {
    platform: normalisedPlatform(''),
    ...racerOf(cells),
    colour: null,
    position: cells.givenWhole('position'),
    points: cells.whole('points'),
    timeUs: null,
    // Old versions do not say.
    eliminated: cells.flag('eliminated') ?? false,
    // A race has neither, whatever the log fills in.
    kills: isRoyale ? cells.whole('kills') : null,
    damage: isRoyale ? cells.whole('damage') : null,
    isTopTiltee: false,
  }
}

function gameOf(mode: LoggedMode, stamp: string, results: GameResult[]): Game {
  return {
    mode,
    gameKey: `log ${stamp}`,
    content: gameContent(mode, results),
    generatedAt: instantOf(stamp).toISOString(),
    status: null,
    sessionType: null,
    isLive: null,
    isRankable: true,
    mapName: null,
    mapCreator: null,
    level: null,
    levelPassed: null,
    levelTimeUs: null,
    // The log's own count is one too high in some old royales.
    playerCount: results.length,
    results,
    hits: [],
    warnings: [],
  }
}

function checkHit(row: TableRow): void {
  refuseOtherWidth(row, HIT_WIDTH)
  const cells = new Cells(row, HIT_COLUMNS)
  cells.givenWhole('number')
  racerOf(cells)
  checkEventIds(cells)
}

function racerOf(cells: Cells<'login' | 'display name'>) {
  const username = cells.text('login')
  const login = normalisedLogin(username)
  if (login === '') {
    throw new FileProblem('bad_row', 'The row does not name a racer.', cells.place('login'))
  }
  return { login, displayName: cells.text('display name') || username }
}

/** A list such as [278, 301], empty, or missing in old logs; another site's events, so it decides nothing. */
function checkEventIds(cells: Cells<'event ids'>): void {
  const text = cells.text('event ids')
  if (!/^(?:\[(?:\s*\d{1,9}\s*(?:,\s*\d{1,9}\s*)*)?\])?$/.test(text)) {
    throw new FileProblem(
      'bad_value',
      `${quoted(text)} is not a list of event numbers such as [278, 301].`,
      cells.place('event ids'),
    )
  }
}

function stampOf(cells: Cells<'time stamp'>): string {
  const text = cells.givenText('time stamp')
  const time = new Date(`${text.replace(' ', 'T')}Z`)
  const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(time.getTime())
  if (isTime && time.toISOString().slice(0, 19).replace('T', ' ') === text) {
    return text
  }
  throw new FileProblem(
    'bad_value',
    `${quoted(text)} is not a time written as YYYY-MM-DD HH:MM:SS.`,
    cells.place('time stamp'),
  )
}

/** So that a day of play, which begins at noon, is a day of the log. */
const BEHIND_EASTERN_MS = 12 * HOUR_MS
/** In summer, in winter. */
const EASTERN_BEHIND_UTC_MS = [4 * HOUR_MS, 5 * HOUR_MS] as const
const EASTERN_HOUR = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** A stamp is US Eastern time minus 12 hours; of the hour that autumn has twice, the first is taken. */
function instantOf(stamp: string): Date {
  const eastern = new Date(new Date(`${stamp.replace(' ', 'T')}Z`).getTime() + BEHIND_EASTERN_MS)
  const instants = EASTERN_BEHIND_UTC_MS.map((behind) => new Date(eastern.getTime() + behind))
  const isRight = (instant: Date) => Number(EASTERN_HOUR.format(instant)) === eastern.getUTCHours()
  return instants.find(isRight) ?? new Date(eastern.getTime() + EASTERN_BEHIND_UTC_MS[0])
}
