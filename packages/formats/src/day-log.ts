/** The public companion's own day logs: docs/formats.md, Day logs. */
import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { HOUR_MS } from './durations.ts'
import type { Game } from './game-files.ts'
import { type GameResult, gameContent } from './game-rows.ts'
import { normalisedLogin, normalisedPlatform, shownAs } from './names.ts'
import { FileProblem, type FileWarning, fileWarning, WarningList } from './problem.ts'
import { readRows, type TableRow } from './read-rows.ts'
import { refuseOtherWidth } from './read-table.ts'
import { SNAPSHOT_LIMITS } from './snapshot-rows.ts'

type LogKind = 'games' | 'checkpoints'

interface DayLog {
  kind: LogKind
  /** In the order of their first rows. Empty for a log of checkpoints. */
  games: Game[]
  /** The number of rows. */
  rows: number
  warnings: FileWarning[]
}

/** There are no headings, so we know columns by their index. */
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

/** Many more than anyone plays in a day. */
export const MAX_LOG_GAMES = 5_000

type GameCells = Cells<keyof typeof GAME_COLUMNS>
type LoggedMode = 'race' | 'royale'

/** The number of columns in logs of the current companion, and of old versions. */
const WIDTHS: Record<LoggedMode, readonly number[]> = { race: [12, 7], royale: [11, 7] }

/**
 * Reads a day log of the public companion. Its first row shows which kind it is: games (`allraces_…`) with their
 * results, or checkpoints (`checkpoints_…`). Checkpoints are only checked, because they name neither game nor time. A
 * game's key is its mode and time stamp; `generatedAt` is that stamp in UTC. If a racer is in a game twice, the last
 * row counts, with a warning unless both rows are equal.
 *
 * @throws FileProblem `unknown_header` (another kind of file), `too_large` (games), `bad_row`, `bad_value`, and
 *   what `decodeText` and `readRows` throw.
 */
export function readDayLog(bytes: Uint8Array): DayLog {
  const warnings = new WarningList()
  const decoded = decodeText(bytes, SNAPSHOT_LIMITS.bytes)
  if (decoded.warning) {
    warnings.add(decoded.warning)
  }
  const rows = readRows(decoded.text, SNAPSHOT_LIMITS)
  const kind = findKind(rows[0])
  if (kind === null) {
    throw new FileProblem('unknown_header', { reason: 'not_a_day_log' }, { line: rows[0]?.line })
  }
  if (kind === 'checkpoints') {
    rows.forEach(checkHit)
  }
  const games = kind === 'games' ? readGames(rows, warnings) : []
  return { kind, games, rows: rows.length, warnings: warnings.list() }
}

/** The kind of a log with this first row; null if it is not a day log. */
function findKind(row: TableRow | undefined): LogKind | null {
  if (row === undefined || !/^\d+$/.test(row.cells[0] ?? '')) {
    return null
  }
  if (findMode(row) !== null) {
    return 'games'
  }
  return row.cells.length >= HIT_WIDTH && /^\[.*\]$/.test(row.cells[4] ?? '') ? 'checkpoints' : null
}

function findMode({ cells }: TableRow): LoggedMode | null {
  const type = cells[GAME_COLUMNS.type]?.toLowerCase()
  return type === 'race' ? 'race' : type === 'br' ? 'royale' : null
}

function readGames(rows: readonly TableRow[], warnings: WarningList): Game[] {
  const games = new Map<string, { mode: LoggedMode; stamp: string; racers: Racers }>()
  for (const row of rows) {
    const { mode, cells } = readGameCells(row)
    const stamp = readStamp(cells)
    const key = `${mode} ${stamp}`
    const game = games.get(key) ?? { mode, stamp, racers: new Map() }
    games.set(key, game)
    if (games.size > MAX_LOG_GAMES) {
      throw new FileProblem(
        'too_large',
        { reason: 'too_many_games', most: MAX_LOG_GAMES },
        { line: row.line },
      )
    }
    addResult(game.racers, readResult(cells, mode), { line: row.line, warnings })
  }
  return [...games.values()].map(({ mode, stamp, racers }) =>
    makeGame(mode, stamp, [...racers.values()]),
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
    const params = { reason: 'twice_in_game', login: result.login } as const
    warnings.add(fileWarning('duplicate_racer', params, { line }))
  }
  racers.set(result.login, result)
}

function readGameCells(row: TableRow): { mode: LoggedMode; cells: GameCells } {
  const cells = new Cells(row, GAME_COLUMNS)
  const mode = findMode(row)
  if (mode === null) {
    throw new FileProblem(
      'bad_value',
      { reason: 'not_race_or_br', value: cells.text('type') },
      cells.place('type'),
    )
  }
  const [today = 0, old = 0] = WIDTHS[mode]
  refuseOtherWidth(row, row.cells.length >= today ? today : old)
  return { mode, cells }
}

function readResult(cells: GameCells, mode: LoggedMode): GameResult {
  if (mode === 'race') {
    cells.flag('world record', { legacy: true })
  }
  checkEventIds(cells)
  const isRoyale = mode === 'royale'
  return {
    platform: normalisedPlatform(''),
    ...readRacer(cells),
    colour: null,
    position: cells.givenWhole('position'),
    points: cells.whole('points'),
    timeUs: null,
    // Old versions do not record it.
    eliminated: cells.flag('eliminated') ?? false,
    // A race has neither, regardless of what the log says.
    kills: isRoyale ? cells.whole('kills') : null,
    damage: isRoyale ? cells.whole('damage') : null,
    isTopTiltee: false,
  }
}

function makeGame(mode: LoggedMode, stamp: string, results: GameResult[]): Game {
  return {
    mode,
    fileKind: 'day log',
    gameKey: `log ${stamp}`,
    content: gameContent(mode, results),
    summaryContent: null,
    generatedAt: toInstant(stamp).toISOString(),
    status: null,
    sessionType: null,
    isLive: null,
    isRankable: true,
    mapName: null,
    mapCreator: null,
    level: null,
    levelPassed: null,
    levelTimeUs: null,
    expertise: null,
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
  readRacer(cells)
  checkEventIds(cells)
}

function readRacer(cells: Cells<'login' | 'display name'>) {
  const username = cells.text('login')
  const login = normalisedLogin(username)
  if (login === '') {
    throw new FileProblem('bad_row', { reason: 'no_racer' }, cells.place('login'))
  }
  return { login, displayName: shownAs({ displayName: cells.text('display name'), username }) }
}

/**
 * A list such as [278, 301]. It may be empty, and in old logs it is missing. The ids belong to another site, so they
 * decide nothing.
 */
function checkEventIds(cells: Cells<'event ids'>): void {
  const text = cells.text('event ids')
  if (!/^(?:\[(?:\s*\d{1,9}\s*(?:,\s*\d{1,9}\s*)*)?\])?$/.test(text)) {
    throw new FileProblem(
      'bad_value',
      { reason: 'not_event_numbers', value: text },
      cells.place('event ids'),
    )
  }
}

function readStamp(cells: Cells<'time stamp'>): string {
  const text = cells.givenText('time stamp')
  const time = new Date(`${text.replace(' ', 'T')}Z`)
  const isTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(time.getTime())
  if (isTime && time.toISOString().slice(0, 19).replace('T', ' ') === text) {
    return text
  }
  throw new FileProblem(
    'bad_value',
    { reason: 'not_a_time_stamp', value: text },
    cells.place('time stamp'),
  )
}

/** Stamps are half a day behind, so that a day of play, which begins at noon, is one day in the log. */
const BEHIND_EASTERN_MS = 12 * HOUR_MS
/** In summer, and in winter. */
const EASTERN_BEHIND_UTC_MS = [4 * HOUR_MS, 5 * HOUR_MS] as const
const EASTERN_HOUR = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** A stamp is US Eastern time minus 12 hours. If an hour occurs twice in autumn, we read it as the first one. */
function toInstant(stamp: string): Date {
  const eastern = new Date(new Date(`${stamp.replace(' ', 'T')}Z`).getTime() + BEHIND_EASTERN_MS)
  const instants = EASTERN_BEHIND_UTC_MS.map((behind) => new Date(eastern.getTime() + behind))
  const isRight = (instant: Date) => Number(EASTERN_HOUR.format(instant)) === eastern.getUTCHours()
  return instants.find(isRight) ?? new Date(eastern.getTime() + EASTERN_BEHIND_UTC_MS[0])
}
