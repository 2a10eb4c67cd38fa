/** The public companion's two files for a season: docs/formats.md, The season pair. */
import type { Cells } from './cells.ts'
import { decodeBeginning } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, type FileWarning, fileWarning, inPart, WarningList } from './problem.ts'
import { onlyRow, readFirstTableRows } from './read-table.ts'
import {
  matchesChannel,
  type RacerTotals,
  racersContent,
  readRacers,
  readTotals,
  SNAPSHOT_LIMITS,
  TOTALS_COLUMNS,
} from './snapshot-rows.ts'

/** One racer's totals in a channel's season. */
export interface SeasonRacer extends RacerTotals {
  kills: number | null
  damage: number | null
  eliminations: number | null
}

/** What streamerData says about a channel's season. */
export interface SeasonTotals {
  /** As the file writes it; may be empty. */
  channel: string
  /** As the file writes it; may be any text. */
  season: string
  /** YYYY-MM-DD; null if empty. */
  marbleDay: string | null
  /** All racers' points in races and royales. */
  points: number
  /** Races and royales together. */
  totalGames: number
  /** The most points that one racer got in one game. */
  raceHighScore: number | null
  royaleHighScore: number | null
  warnings: FileWarning[]
}

export interface SeasonSnapshot extends SeasonTotals {
  /** One per login, in the order of first appearance. */
  racers: SeasonRacer[]
}

export const STREAMER_FORMAT = {
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

export const VIEWER_FORMAT = {
  name: 'viewerData',
  columns: [
    'racer_name',
    'season',
    'channel',
    ...TOTALS_COLUMNS,
    'br_kills',
    'br_damage',
    'eliminations',
  ],
} as const

/**
 * Reads the part `streamerData`, which has one row. It is separate from the racers, because the caller needs the
 * channel before it reads the larger file. Reads only the beginning of the file, no matter how long it is.
 *
 * @throws FileProblem with part `streamerData`: `no_rows`, `bad_row` (a second row),
 *   `bad_value`, and what `decodeBeginning` and `readFirstTableRows` throw.
 */
export function readStreamerData(bytes: Uint8Array): SeasonTotals {
  const part = STREAMER_FORMAT.name
  return inPart(part, () => {
    const decoded = decodeBeginning(bytes, SNAPSHOT_LIMITS.bytes)
    const options = { limits: SNAPSHOT_LIMITS, count: 2 }
    const cells = onlyRow(readFirstTableRows(decoded, STREAMER_FORMAT, options))
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
    // We do not use it, but a wrong value shows that this is another kind of file.
    cells.whole('race_hs_today')
    cells.whole('br_hs_today')
    return totals
  })
}

/**
 * Reads the part `viewerData`, which has one row per racer.
 *
 * @throws FileProblem with part `viewerData`: `channel_mismatch`, `season_mismatch`, and
 *   what `readRacers` throws.
 */
export function readViewerData(bytes: Uint8Array, streamer: SeasonTotals): SeasonSnapshot {
  return inPart(VIEWER_FORMAT.name, () => {
    const warnings = new WarningList()
    for (const warning of streamer.warnings) {
      warnings.add(warning)
    }
    const isSameChannel = matchesChannel(streamer.channel)
    const racers = readRacers(bytes, { format: VIEWER_FORMAT, warnings }, (cells) => {
      refuseOtherSeason(cells, streamer, isSameChannel)
      return {
        ...readTotals(cells),
        // The companion always writes 0 for these three, which means unknown.
        kills: cells.whole('br_kills') || null,
        damage: cells.whole('br_damage') || null,
        eliminations: cells.whole('eliminations') || null,
      }
    })
    const sum = sumPoints(racers)
    if (sum !== streamer.points) {
      warnings.add(fileWarning('points_differ', { points: streamer.points, sum }))
    }
    return { ...streamer, racers, warnings: warnings.list() }
  })
}

/**
 * The sum of the points in a viewerData file, regardless of its channel and season.
 *
 * @throws FileProblem what `readRacers` throws
 */
export function sumViewerData(bytes: Uint8Array): number {
  const options = { format: VIEWER_FORMAT, warnings: new WarningList() }
  return sumPoints(readRacers(bytes, options, readTotals))
}

function sumPoints(racers: readonly RacerTotals[]): number {
  return racers.reduce((all, r) => all + (r.racePoints ?? 0) + (r.royalePoints ?? 0), 0)
}

type ViewerCells = Cells<(typeof VIEWER_FORMAT.columns)[number]>

function refuseOtherSeason(
  cells: ViewerCells,
  { channel, season }: SeasonTotals,
  isSameChannel: (rowChannel: string) => boolean,
): void {
  const rowChannel = cells.text('channel')
  if (!isSameChannel(rowChannel)) {
    throw new FileProblem(
      'channel_mismatch',
      { reason: 'other_than_totals', channel: rowChannel, expected: channel },
      cells.place('channel'),
    )
  }
  const rowSeason = cells.text('season')
  if (rowSeason !== season) {
    throw new FileProblem(
      'season_mismatch',
      { season: rowSeason, expected: season },
      cells.place('season'),
    )
  }
}

/**
 * A snapshot's content as one text to hash or compare. The order of rows, line ends, encoding and the letter case of
 * the channel make no difference.
 */
export function seasonContent(snapshot: SeasonSnapshot): string {
  const racers = racersContent(snapshot.racers, (racer) => [
    racer.kills,
    racer.damage,
    racer.eliminations,
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
