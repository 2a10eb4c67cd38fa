/** The result files of races and royales, v4 and legacy. */
import { type GameRows, gameContent, onlyGameKey, readResults } from './game-rows.ts'
import { normalisedPlatform } from './names.ts'
import type { Table } from './read-table.ts'

/** docs/formats.md, LastSeasonRace.csv. */
export const RACE_FORMATS = [
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

/** docs/formats.md, LastSeasonRoyale.csv. */
export const ROYALE_FORMATS = [
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

type RaceOrRoyaleTable = Table<(typeof RACE_FORMATS)[number] | (typeof ROYALE_FORMATS)[number]>

/**
 * Rows can be in any order. A v4 row also has totals over all channels, which we do not read.
 *
 * @throws FileProblem `bad_row`, `bad_value`, `mixed_snapshots`, `duplicate_racer`
 */
export function readRaceOrRoyale(table: RaceOrRoyaleTable): GameRows {
  const isRoyale = table.name === 'royale v4' || table.name === 'legacy royale'
  const mode = isRoyale ? 'royale' : 'race'
  const isV4 = table.name === 'race v4' || table.name === 'royale v4'
  const results = readRaceResults(table)
  return {
    mode,
    gameKey: isV4 ? onlyGameKey(table) : null,
    results,
    content: gameContent(mode, results),
  }
}

const NOT_IN_RACES = { kills: null, damage: null, isTopTiltee: false } as const

function readRaceResults(table: RaceOrRoyaleTable) {
  switch (table.name) {
    case 'race v4':
      return readResults(table, (cells) => ({
        platform: normalisedPlatform(cells.text('Platform')),
        colour: cells.text('NameColorHex') || null,
        position: cells.givenWhole('Position'),
        points: cells.whole('SeasonPointsEarned'),
        timeUs: cells.secondsAsUs('TimeInRaceSeconds'),
        eliminated: cells.givenFlag('Eliminated'),
        ...NOT_IN_RACES,
      }))
    case 'legacy race':
      return readResults(table, (cells) => ({
        platform: normalisedPlatform(''),
        colour: cells.text('NameColor') || null,
        position: cells.givenWhole('Position'),
        points: cells.whole('PointsEarned'),
        timeUs: cells.secondsAsUs('FinishTime'),
        eliminated: cells.givenFlag('Eliminated'),
        ...NOT_IN_RACES,
      }))
    case 'royale v4':
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
    case 'legacy royale':
      return readResults(table, (cells) => ({
        platform: normalisedPlatform(''),
        colour: cells.text('NameColor') || null,
        position: cells.givenWhole('Position'),
        points: cells.whole('PointsEarned'),
        timeUs: null,
        eliminated: cells.givenFlag('Eliminated'),
        // Eliminations are kills; Eliminated means that the racer was killed.
        kills: cells.whole('Eliminations'),
        damage: cells.whole('DamageDealt'),
        isTopTiltee: false,
      }))
  }
}
