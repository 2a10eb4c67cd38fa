import { normalisedPlatform } from './cell-values.ts'
import {
  contentHash,
  type GameResult,
  type GameRows,
  onlySnapshotId,
  readResults,
} from './game-file.ts'
import type { Table } from './read-table.ts'

/** LastSeasonRoyale.csv in its two generations (the domain reference, 1.5). */
export const royaleFormats = [
  {
    name: 'royale v4',
    columns: [
      'SnapshotId',
      'Position',
      'Username',
      'DisplayName',
      'Platform',
      'NameColorHex',
      'SurvivalTimeSeconds',
      'Eliminated',
      'MatchKills',
      'MatchDamageDealt',
      'SeasonPointsEarned',
      'SeasonPointsTotal',
      'SeasonWinsTotal',
      'SeasonMatchesPlayedTotal',
    ],
  },
  {
    name: 'legacy royale',
    columns: [
      'Position',
      'Username',
      'DisplayName',
      'NameColor',
      'PointsEarned',
      'Eliminated',
      'Eliminations',
      'DamageDealt',
    ],
  },
] as const

export type RoyaleTable = Table<(typeof royaleFormats)[number]>

/**
 * The rows of a battle royale, which the game does not write in the order of their positions.
 *
 * @throws UploadProblem `bad_row`, `bad_value`, `mixed_snapshots`, `duplicate_racer`
 */
export function readRoyale(table: RoyaleTable): GameRows {
  const results = table.name === 'royale v4' ? v4Results(table) : legacyResults(table)
  return {
    mode: 'royale',
    snapshotId: table.name === 'royale v4' ? onlySnapshotId(table) : null,
    results,
    contentHash: contentHash('royale', results),
  }
}

function v4Results(table: Extract<RoyaleTable, { name: 'royale v4' }>): GameResult[] {
  return readResults(table, (cells) => ({
    platform: normalisedPlatform(cells.text('Platform')),
    colour: cells.text('NameColorHex') || null,
    position: cells.givenWhole('Position'),
    points: cells.whole('SeasonPointsEarned'),
    timeUs: cells.secondsAsUs('SurvivalTimeSeconds'),
    eliminated: cells.givenFlag('Eliminated'),
    kills: cells.whole('MatchKills'),
    damage: cells.whole('MatchDamageDealt'),
    isTopTiltee: false,
  }))
}

function legacyResults(table: Extract<RoyaleTable, { name: 'legacy royale' }>): GameResult[] {
  return readResults(table, (cells) => ({
    platform: normalisedPlatform(''),
    colour: cells.text('NameColor') || null,
    position: cells.givenWhole('Position'),
    points: cells.whole('PointsEarned'),
    timeUs: null,
    eliminated: cells.givenFlag('Eliminated'),
    // Eliminations are the kills made, Eliminated is having been killed.
    kills: cells.whole('Eliminations'),
    damage: cells.whole('DamageDealt'),
    isTopTiltee: false,
  }))
}
