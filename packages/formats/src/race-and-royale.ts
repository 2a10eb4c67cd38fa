/** The result files of races and royales, each in its two generations. */
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
 * Rows need not be in the order of positions. The totals over all channels, which a v4 row holds too,
 * are not read.
 *
 * @throws FileProblem `bad_row`, `bad_value`, `mixed_snapshots`, `duplicate_racer`
 */
export function readRaceOrRoyale(table: RaceOrRoyaleTable): GameRows {
  const isRoyale = table.name === 'royale v4' || table.name === 'legacy royale'
  const mode = isRoyale ? 'royale' : 'race'
  const isV4 = table.name === 'race v4' || table.name === 'royale v4'
  const results = resultsOf(table)
  return {
    mode,
    gameKey: isV4 ? onlyGameKey(table) : null,
    results,
    content: gameContent(mode, results),
  }
}

const OF_OTHER_MODES = { kills: null, damage: null, isTopTiltee: false } as const

function resultsOf(table: RaceOrRoyaleTable) {
  switch (table.name) {
    case 'race v4':
      return readResults(table, (cells) => ({
        platform: normalisedPlatform(cells.text('Platform')),
        colour: cells.text('NameColorHex') || null,
        position: cells.givenWhole('Position'),
        points: cells.whole('SeasonPointsEarned'),
        timeUs: cells.secondsAsUs('TimeInRaceSeconds'),
        eliminated: cells.givenFlag('Eliminated'),
        ...OF_OTHER_MODES,
      }))
    case 'legacy race':
      return readResults(table, (cells) => ({
        platform: normalisedPlatform(''),
        colour: cells.text('NameColor') || null,
        position: cells.givenWhole('Position'),
        points: cells.whole('PointsEarned'),
        timeUs: cells.secondsAsUs('FinishTime'),
        eliminated: cells.givenFlag('Eliminated'),
        ...OF_OTHER_MODES,
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
        // Eliminations are kills made; Eliminated is having been killed.
        kills: cells.whole('Eliminations'),
        damage: cells.whole('DamageDealt'),
        isTopTiltee: false,
      }))
  }
}
