/** The public companion's two files for a season: docs/formats.md, The season pair. */
import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, type FileWarning, inPart, quoted, WarningList } from './problem.ts'
import type { TableLimits, TableRow } from './read-rows.ts'
import { onlyRow, readTable } from './read-table.ts'

/** One racer's totals in a season of a channel. Null is unknown, never 0. */
export interface SeasonRacer {
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
  /** As written in streamerData; can be empty. */
  channel: string
  /** As written; can be any text. */
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
  warnings: FileWarning[]
}

export interface SeasonSnapshot extends SeasonTotals {
  /** One per login, in the order of first appearance. */
  racers: SeasonRacer[]
}

export const SNAPSHOT_LIMITS: TableLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  columns: 64,
  cellCharacters: 512,
}

const STREAMER_FORMAT = {
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

const VIEWER_FORMAT = {
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
 * The part `streamerData`, one row. Separate from the racers, because the caller needs the channel
 * before it reads the larger file.
 *
 * @throws FileProblem with part `streamerData`: `no_rows`, `bad_row` (a second row),
 *   `bad_value`, and what `decodeText` and `readTable` throw.
 */
export function readStreamerData(bytes: Uint8Array): SeasonTotals {
  const part = STREAMER_FORMAT.name
  return inPart(part, () => {
    const decoded = decodeText(bytes, SNAPSHOT_LIMITS.bytes)
    const cells = onlyRow(readTable(decoded.text, [STREAMER_FORMAT], SNAPSHOT_LIMITS))
    const totals = {
      channel: cells.text('channel'),
      season: cells.givenText('season'),
      marbleDay: cells.day('marble_day'),
      points: cells.givenWhole('points'),
      totalGames: cells.givenWhole('total_races'),
      raceHighScore: cells.whole('race_hs'),
      royaleHighScore: cells.whole('br_hs'),
      warnings: decoded.warning ? [{ ...decoded.warning, part }] : [],
    }
    // Unused, but a wrong value shows that this is another file.
    cells.whole('race_hs_today')
    cells.whole('br_hs_today')
    return totals
  })
}

/**
 * The part `viewerData`, one row per racer.
 *
 * @throws FileProblem with part `viewerData`: `channel_mismatch`, `season_mismatch`,
 *   `bad_value`, and what `decodeText` and `readTable` throw.
 */
export function readViewerData(bytes: Uint8Array, streamer: SeasonTotals): SeasonSnapshot {
  const part = VIEWER_FORMAT.name
  return inPart(part, () => {
    const warnings = new WarningList()
    for (const warning of streamer.warnings) {
      warnings.add(warning)
    }
    const decoded = decodeText(bytes, SNAPSHOT_LIMITS.bytes)
    if (decoded.warning) {
      warnings.add({ ...decoded.warning, part })
    }
    const table = readTable(decoded.text, [VIEWER_FORMAT], SNAPSHOT_LIMITS)
    const isOfChannel = sameChannel(streamer.channel)
    const racers = readRacers(table, { part, warnings }, (cells) => {
      refuseOtherSeason(cells, streamer, isOfChannel)
      return readRacer(cells)
    })
    const sum = racers.reduce((all, r) => all + (r.racePoints ?? 0) + (r.royalePoints ?? 0), 0)
    if (sum !== streamer.points) {
      const message = `streamerData says ${streamer.points} points, but the racers' rows add up to ${sum}. The number of streamerData was used.`
      warnings.add({ code: 'points_differ', message })
    }
    return { ...streamer, racers, warnings: warnings.list() }
  })
}

/**
 * A snapshot's rows, one per login: a row without a name is left out, and of several rows with one
 * login the last one counts, both with a warning.
 */
export function readRacers<H extends string, R extends { login: string }>(
  { rows, columns }: { rows: readonly TableRow[]; columns: Readonly<Record<H, number>> },
  { part, warnings }: { part: string; warnings: WarningList },
  read: (cells: Cells<H>) => R,
): R[] {
  const racers = new Map<string, R>()
  for (const row of rows) {
    const racer = read(new Cells(row, columns))
    if (racer.login === '') {
      const message = 'A row without a racer name was left out.'
      warnings.add({ code: 'row_without_name', message, part, line: row.line })
      continue
    }
    if (racers.has(racer.login)) {
      const message = `${quoted(racer.login)} is in the file more than once. The last row was used.`
      warnings.add({ code: 'duplicate_racer', message, part, line: row.line })
    }
    racers.set(racer.login, racer)
  }
  return [...racers.values()]
}

/** Letter case ignored. */
export function sameChannel(channel: string): (rowChannel: string) => boolean {
  const login = normalisedLogin(channel)
  return (rowChannel) => rowChannel === channel || normalisedLogin(rowChannel) === login
}

type ViewerCells = Cells<(typeof VIEWER_FORMAT.columns)[number]>

function refuseOtherSeason(
  cells: ViewerCells,
  { channel, season }: SeasonTotals,
  isOfChannel: (rowChannel: string) => boolean,
): void {
  const rowChannel = cells.text('channel')
  if (!isOfChannel(rowChannel)) {
    throw new FileProblem(
      'channel_mismatch',
      `This row is for the channel ${quoted(rowChannel)}, but streamerData is for ${quoted(channel)}.`,
      cells.place('channel'),
    )
  }
  const rowSeason = cells.text('season')
  if (rowSeason !== season) {
    throw new FileProblem(
      'season_mismatch',
      `This row is for season ${quoted(rowSeason)}, but streamerData is for ${quoted(season)}.`,
      cells.place('season'),
    )
  }
}

function readRacer(cells: ViewerCells): SeasonRacer {
  return {
    login: normalisedLogin(cells.text('racer_name')),
    racePoints: cells.whole('race_points'),
    raceWins: cells.whole('race_wins'),
    raceRaces: cells.whole('race_races'),
    royalePoints: cells.whole('br_points'),
    royaleWins: cells.whole('br_wins'),
    royaleGames: cells.whole('br_races'),
    crownWins: cells.whole('crownwins'),
    // The companion always writes 0 for these three: unknown.
    kills: cells.whole('br_kills') || null,
    damage: cells.whole('br_damage') || null,
    eliminations: cells.whole('eliminations') || null,
  }
}

/**
 * What a snapshot says, not how it was written, as one text to hash or compare: order of rows, line
 * ends, encoding and the letter case of the channel make no difference.
 */
export function seasonContent(snapshot: SeasonSnapshot): string {
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
  return JSON.stringify([
    normalisedLogin(snapshot.channel),
    snapshot.season,
    snapshot.marbleDay,
    snapshot.points,
    snapshot.totalGames,
    snapshot.raceHighScore,
    snapshot.royaleHighScore,
    racers,
  ])
}
