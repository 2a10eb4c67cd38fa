/** The public companion's two files for a season: docs/formats.md, The season pair. */
import type { Cells } from './cells.ts'
import { decodeBeginning } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, type FileWarning, inPart, quoted, WarningList } from './problem.ts'
import { onlyRow, readFirstOfTable } from './read-table.ts'
import {
  type RacerTotals,
  racersContent,
  readRacers,
  readTotals,
  SNAPSHOT_LIMITS,
  sameChannel,
  TOTALS_COLUMNS,
} from './snapshot-rows.ts'

/** One racer's totals in a season of a channel. */
export interface SeasonRacer extends RacerTotals {
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
 * The part `streamerData`, one row. Separate from the racers, because the caller needs the channel
 * before it reads the larger file; however long the file is, only its beginning is read.
 *
 * @throws FileProblem with part `streamerData`: `no_rows`, `bad_row` (a second row),
 *   `bad_value`, and what `decodeBeginning` and `readFirstOfTable` throw.
 */
export function readStreamerData(bytes: Uint8Array): SeasonTotals {
  const part = STREAMER_FORMAT.name
  return inPart(part, () => {
    const decoded = decodeBeginning(bytes, SNAPSHOT_LIMITS.bytes)
    const options = { limits: SNAPSHOT_LIMITS, count: 2 }
    const cells = onlyRow(readFirstOfTable(decoded, STREAMER_FORMAT, options))
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
 * @throws FileProblem with part `viewerData`: `channel_mismatch`, `season_mismatch`, and
 *   what `readRacers` throws.
 */
export function readViewerData(bytes: Uint8Array, streamer: SeasonTotals): SeasonSnapshot {
  return inPart(VIEWER_FORMAT.name, () => {
    const warnings = new WarningList()
    for (const warning of streamer.warnings) {
      warnings.add(warning)
    }
    const isOfChannel = sameChannel(streamer.channel)
    const racers = readRacers(bytes, { format: VIEWER_FORMAT, warnings }, (cells) => {
      refuseOtherSeason(cells, streamer, isOfChannel)
      return {
        ...readTotals(cells),
        // The companion always writes 0 for these three: unknown.
        kills: cells.whole('br_kills') || null,
        damage: cells.whole('br_damage') || null,
        eliminations: cells.whole('eliminations') || null,
      }
    })
    const sum = sumOfPoints(racers)
    if (sum !== streamer.points) {
      const message = `streamerData says ${streamer.points} points, but the racers' rows add up to ${sum}. The number of streamerData was used.`
      warnings.add({ code: 'points_differ', message })
    }
    return { ...streamer, racers, warnings: warnings.list() }
  })
}

/**
 * What the rows of a file of racers add up to, whichever channel and season they are of.
 *
 * @throws FileProblem what `readRacers` throws
 */
export function pointsOfRacers(bytes: Uint8Array): number {
  const options = { format: VIEWER_FORMAT, warnings: new WarningList() }
  return sumOfPoints(readRacers(bytes, options, readTotals))
}

function sumOfPoints(racers: readonly RacerTotals[]): number {
  return racers.reduce((all, r) => all + (r.racePoints ?? 0) + (r.royalePoints ?? 0), 0)
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

/**
 * What a snapshot says, not how it was written, as one text to hash or compare: order of rows, line
 * ends, encoding and the letter case of the channel make no difference.
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
