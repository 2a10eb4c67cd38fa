import { createHash } from 'node:crypto'
import {
  calendarDay,
  givenText,
  givenWholeNumber,
  normalisedLogin,
  wholeNumber,
} from './cell-values.ts'
import { decodeText } from './decode-text.ts'
import { inPart, quoted, UploadProblem, type UploadWarning } from './problem.ts'
import type { TableLimits, TableRow } from './read-rows.ts'
import { readTable } from './read-table.ts'
import { WarningList } from './warning-list.ts'

/** One racer's totals in a season of a channel. Null is unknown, never 0. */
export interface SeasonRacer {
  /** Normalised: see `normalisedLogin`. */
  login: string
  racePoints: number | null
  raceWins: number | null
  raceRaces: number | null
  royalePoints: number | null
  royaleWins: number | null
  royaleGames: number | null
  crownWins: number | null
  kills: number | null
  damage: number | null
  eliminations: number | null
}

/** What streamerData says about the season of a channel. */
export interface SeasonTotals {
  /** As written in streamerData; empty where it names none, and the caller knows whose it is. */
  channel: string
  /** As written; may be text, so the caller decides whether it is a known season. */
  season: string
  /** YYYY-MM-DD; null where empty. */
  marbleDay: string | null
  /** Of all racers, in races and royales. */
  points: number
  /** Races and royales. */
  totalGames: number
  /** Most points by one racer in one game. */
  raceHighScore: number | null
  royaleHighScore: number | null
  warnings: UploadWarning[]
}

/** A season of a channel as the companion uploads it: cumulative, everything every time. */
export interface SeasonSnapshot extends SeasonTotals {
  /** One per login, in the order of first appearance. */
  racers: SeasonRacer[]
}

/** The design, section 6: Limits. */
export const seasonSnapshotLimits: TableLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  columns: 64,
  cellCharacters: 512,
}

const streamerFormat = {
  name: 'streamerData',
  columns: [
    'channel',
    'season',
    'points',
    'total_races',
    'race_hs',
    'race_hs_today',
    'br_hs',
    'br_hs_today',
    'marble_day',
  ],
} as const

const viewerFormat = {
  name: 'viewerData',
  columns: [
    'racer_name',
    'season',
    'channel',
    'race_points',
    'race_wins',
    'race_races',
    'br_points',
    'br_wins',
    'br_races',
    'crownwins',
    'br_kills',
    'br_damage',
    'eliminations',
  ],
} as const

/**
 * The part `streamerData` (the domain reference, 1.10): one row with the season's totals. Apart
 * from the racers, because the caller wants to know the channel before it reads the larger file.
 *
 * @throws UploadProblem with part `streamerData`: `no_rows`, `bad_row` (a second row),
 *   `bad_value`, and what `decodeText` and `readTable` throw.
 */
export function readStreamerData(bytes: Uint8Array): SeasonTotals {
  return inPart(streamerFormat.name, () => {
    const decoded = decodeText(bytes, seasonSnapshotLimits.bytes)
    const { rows, columns } = readTable(decoded.text, [streamerFormat], seasonSnapshotLimits)
    const [row, second] = rows
    if (row === undefined) {
      throw new UploadProblem('no_rows', 'There is no row below the headings.')
    }
    if (second !== undefined) {
      throw new UploadProblem('bad_row', 'There may be only one row below the headings.', {
        line: second.line,
      })
    }
    const whole = (name: keyof typeof columns) => wholeNumber(row, columns[name], name)

    const totals = {
      channel: row.cells[columns.channel] ?? '',
      season: givenText(row, columns.season, 'season'),
      marbleDay: calendarDay(row, columns.marble_day, 'marble_day'),
      points: givenWholeNumber(row, columns.points, 'points'),
      totalGames: givenWholeNumber(row, columns.total_races, 'total_races'),
      raceHighScore: whole('race_hs'),
      royaleHighScore: whole('br_hs'),
      warnings: decoded.warning ? [{ ...decoded.warning, part: streamerFormat.name }] : [],
    }
    // Always 0 and used by nobody, but a wrong value shows that the file is not what it seems.
    whole('race_hs_today')
    whole('br_hs_today')
    return totals
  })
}

/**
 * The part `viewerData` (the domain reference, 1.10): one row per racer; none is a season without
 * games. A row without a name is left out, of several rows with one login the last is taken
 * (never their sum), both with a warning; so is a sum that is not streamerData's points
 * (the domain reference, 6.3; the design, section 7).
 *
 * @throws UploadProblem with part `viewerData`: `channel_mismatch`, `season_mismatch`,
 *   `bad_value`, and what `decodeText` and `readTable` throw.
 */
export function readViewerData(bytes: Uint8Array, streamer: SeasonTotals): SeasonSnapshot {
  return inPart(viewerFormat.name, () => {
    const warnings = new WarningList()
    for (const warning of streamer.warnings) warnings.add(warning)
    const part = viewerFormat.name

    const decoded = decodeText(bytes, seasonSnapshotLimits.bytes)
    if (decoded.warning) warnings.add({ ...decoded.warning, part })
    const { rows, columns } = readTable(decoded.text, [viewerFormat], seasonSnapshotLimits)

    const channelLogin = normalisedLogin(streamer.channel)
    const racers = new Map<string, SeasonRacer>()
    for (const row of rows) {
      refuseOtherSeason(row, columns, { ...streamer, channelLogin })
      const racer = readRacer(row, columns)
      if (racer.login === '') {
        const message = 'A row without a racer name was left out.'
        warnings.add({ code: 'row_without_name', message, part, line: row.line })
        continue
      }
      if (racers.has(racer.login)) {
        const message = `${quoted(racer.login)} stands more than once; the last row was taken.`
        warnings.add({ code: 'duplicate_racer', message, part, line: row.line })
      }
      racers.set(racer.login, racer)
    }

    const list = [...racers.values()]
    const sum = list.reduce((all, r) => all + (r.racePoints ?? 0) + (r.royalePoints ?? 0), 0)
    if (sum !== streamer.points) {
      const message = `streamerData says ${streamer.points} points, the racers' rows add up to ${sum}; the former was taken.`
      warnings.add({ code: 'points_differ', message })
    }
    return { ...streamer, racers: list, warnings: warnings.list() }
  })
}

type ViewerColumns = Readonly<Record<(typeof viewerFormat.columns)[number], number>>

function refuseOtherSeason(
  row: TableRow,
  columns: ViewerColumns,
  { channel, channelLogin, season }: SeasonTotals & { channelLogin: string },
): void {
  const rowChannel = row.cells[columns.channel] ?? ''
  if (rowChannel !== channel && normalisedLogin(rowChannel) !== channelLogin) {
    throw new UploadProblem(
      'channel_mismatch',
      `The row is of the channel ${quoted(rowChannel)}, but streamerData of ${quoted(channel)}.`,
      { line: row.line, column: columns.channel + 1, heading: 'channel' },
    )
  }
  const rowSeason = row.cells[columns.season] ?? ''
  if (rowSeason !== season) {
    throw new UploadProblem(
      'season_mismatch',
      `The row is of season ${quoted(rowSeason)}, but streamerData of ${quoted(season)}.`,
      { line: row.line, column: columns.season + 1, heading: 'season' },
    )
  }
}

function readRacer(row: TableRow, columns: ViewerColumns): SeasonRacer {
  const whole = (name: keyof ViewerColumns) => wholeNumber(row, columns[name], name)
  return {
    login: normalisedLogin(row.cells[columns.racer_name] ?? ''),
    racePoints: whole('race_points'),
    raceWins: whole('race_wins'),
    raceRaces: whole('race_races'),
    royalePoints: whole('br_points'),
    royaleWins: whole('br_wins'),
    royaleGames: whole('br_races'),
    crownWins: whole('crownwins'),
    // The companion never counts these three and always writes 0: unknown.
    kills: whole('br_kills') || null,
    damage: whole('br_damage') || null,
    eliminations: whole('eliminations') || null,
  }
}

/**
 * SHA-256 (hex) of what a snapshot says, not of how it was written: order of rows, line ends,
 * encoding and the letter case of the channel make no difference. Equal hash: the same snapshot.
 */
export function snapshotHash(snapshot: SeasonSnapshot): string {
  const racers = snapshot.racers
    .toSorted((a, b) => (a.login < b.login ? -1 : 1))
    .map((r) => [
      r.login,
      r.racePoints,
      r.raceWins,
      r.raceRaces,
      r.royalePoints,
      r.royaleWins,
      r.royaleGames,
      r.crownWins,
      r.kills,
      r.damage,
      r.eliminations,
    ])
  const content = [
    normalisedLogin(snapshot.channel),
    snapshot.season,
    snapshot.marbleDay,
    snapshot.points,
    snapshot.totalGames,
    snapshot.raceHighScore,
    snapshot.royaleHighScore,
    racers,
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
