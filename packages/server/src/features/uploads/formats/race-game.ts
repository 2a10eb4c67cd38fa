import { normalisedPlatform } from './cell-values.ts'
import {
  contentHash,
  type GameResult,
  type GameRows,
  onlySnapshotId,
  readResults,
} from './game-file.ts'
import type { Table } from './read-table.ts'

/** LastSeasonRace.csv in its two generations (the domain reference, 1.3). */
export const raceFormats = [
  {
    name: 'race v4',
    columns: [
      'SnapshotId',
      'Position',
      'Username',
      'DisplayName',
      'Platform',
      'NameColorHex',
      'SeasonPointsEarned',
      'SeasonPointsTotal',
      'SeasonWinsTotal',
      'SeasonMatchesPlayedTotal',
      'TimeInRaceSeconds',
      'Eliminated',
    ],
  },
  {
    name: 'legacy race',
    columns: [
      'Position',
      'Username',
      'DisplayName',
      'NameColor',
      'PointsEarned',
      'FinishTime',
      'Eliminated',
    ],
  },
] as const

export type RaceTable = Table<(typeof raceFormats)[number]>

/**
 * The rows of a race. The totals over all channels, which a v4 row holds too, are nobody's here.
 *
 * @throws UploadProblem `bad_row`, `bad_value`, `mixed_snapshots`, `duplicate_racer`
 */
export function readRace(table: RaceTable): GameRows {
  const results = table.name === 'race v4' ? v4Results(table) : legacyResults(table)
  return {
    mode: 'race',
    snapshotId: table.name === 'race v4' ? onlySnapshotId(table) : null,
    results,
    contentHash: contentHash('race', results),
  }
}

function v4Results(table: Extract<RaceTable, { name: 'race v4' }>): GameResult[] {
  return readResults(table, (cells) => ({
    platform: normalisedPlatform(cells.text('Platform')),
    colour: cells.text('NameColorHex') || null,
    position: cells.givenWhole('Position'),
    points: cells.whole('SeasonPointsEarned'),
    timeUs: cells.secondsAsUs('TimeInRaceSeconds'),
    eliminated: cells.givenFlag('Eliminated'),
    ...ofOtherModes,
  }))
}

function legacyResults(table: Extract<RaceTable, { name: 'legacy race' }>): GameResult[] {
  return readResults(table, (cells) => ({
    platform: normalisedPlatform(''),
    colour: cells.text('NameColor') || null,
    position: cells.givenWhole('Position'),
    points: cells.whole('PointsEarned'),
    timeUs: cells.secondsAsUs('FinishTime'),
    eliminated: cells.givenFlag('Eliminated'),
    ...ofOtherModes,
  }))
}

const ofOtherModes = { kills: null, damage: null, isTopTiltee: false } as const
