import {
  type GameResult,
  type GameRows,
  gameContent,
  onlyGameKey,
  readResults,
} from './game-rows.ts'
import { type GameSummary, racerNamed, v4SummaryOf } from './game-summary.ts'
import { normalisedPlatform } from './names.ts'
import { quoted, type WarningList } from './problem.ts'
import { onlyRow, type Table } from './read-table.ts'

/** docs/formats.md, LastTiltLevelPlayers.csv. */
export const TILT_FORMATS = [
  {
    name: 'tilt v4',
    columns: [
      'SnapshotId',
      'Username',
      'DisplayName',
      'Platform',
      'NameColorHex',
      'Position',
      'TimeOnBoardSeconds',
      'LevelPointsEarned',
      'Eliminated',
    ],
  },
  {
    name: 'legacy tilt',
    columns: [
      'Username',
      'DisplayName',
      'PointsEarned',
      'TimeOnBoard',
      'LastLevelJoined',
      'TopTiltee',
    ],
  },
] as const

/** docs/formats.md, LastTiltLevel.csv. */
export const TILT_LEVEL_FORMATS = [
  {
    name: 'tilt level v4',
    columns: [
      'SchemaVersion',
      'SnapshotId',
      'GeneratedAtUtc',
      'Status',
      'GameMode',
      'SessionType',
      'Level',
      'Difficulty',
      'LevelDurationSeconds',
      'LevelPassed',
      'PlayerCount',
      'FinishedCount',
      'EliminatedCount',
      'TopTilteePlatform',
      'TopTilteeUsername',
      'StandardPointsPerFinisher',
      'ExpertiseEarned',
      'TotalExpertise',
      'LiveStreamActive',
    ],
  },
  {
    name: 'legacy tilt level',
    columns: [
      'CurrentLevel',
      'ElapsedTime',
      'CurrentTopTiltee',
      'LevelExp',
      'TotalExp',
      'Live',
      'LevelPassed',
    ],
  },
] as const

type TiltTable = Table<(typeof TILT_FORMATS)[number]>
type TiltLevelTable = Table<(typeof TILT_LEVEL_FORMATS)[number]>

/** In a v4 level nobody is the top tiltee until the summary is read. */
interface TiltResult extends GameResult {
  /** Legacy only: the file keeps the rows of those who left on an earlier level. */
  lastLevelJoined: number | null
}

export interface TiltRows extends GameRows<'tilt'> {
  results: TiltResult[]
}

/**
 * The hash covers all rows, also those of earlier levels, so that the same level without its summary is
 * the same game.
 *
 * @throws FileProblem `bad_row`, `bad_value`, `mixed_snapshots`, `duplicate_racer`
 */
export function readTilt(table: TiltTable): TiltRows {
  const results = table.name === 'tilt v4' ? v4Results(table) : legacyResults(table)
  return {
    mode: 'tilt',
    gameKey: table.name === 'tilt v4' ? onlyGameKey(table) : null,
    results,
    content: gameContent('tilt', results),
  }
}

function v4Results(table: Extract<TiltTable, { name: 'tilt v4' }>): TiltResult[] {
  return readResults(table, (cells) => ({
    platform: normalisedPlatform(cells.text('Platform')),
    colour: cells.text('NameColorHex') || null,
    position: cells.whole('Position'),
    points: cells.whole('LevelPointsEarned'),
    timeUs: cells.secondsAsUs('TimeOnBoardSeconds'),
    eliminated: cells.givenFlag('Eliminated'),
    kills: null,
    damage: null,
    isTopTiltee: false,
    lastLevelJoined: null,
  }))
}

function legacyResults(table: Extract<TiltTable, { name: 'legacy tilt' }>): TiltResult[] {
  return readResults(table, (cells) => {
    const points = cells.whole('PointsEarned')
    return {
      platform: normalisedPlatform(''),
      colour: null,
      position: null,
      points,
      timeUs: cells.clockAsUs('TimeOnBoard'),
      // No column says so: survivors have points.
      eliminated: points === null || points === 0,
      kills: null,
      damage: null,
      isTopTiltee: cells.flag('TopTiltee', { legacy: true }) ?? false,
      lastLevelJoined: cells.whole('LastLevelJoined'),
    }
  })
}

export function readTiltLevel(table: TiltLevelTable): GameSummary {
  const noMap = { mapName: null, mapCreator: null } as const

  if (table.name === 'tilt level v4') {
    const cells = onlyRow(table)
    return {
      ...noMap,
      ...v4SummaryOf(cells),
      isLive: cells.flag('LiveStreamActive'),
      level: cells.whole('Level'),
      levelPassed: cells.flag('LevelPassed'),
      levelTimeUs: cells.secondsAsUs('LevelDurationSeconds'),
      topTiltee: racerNamed({
        platform: cells.text('TopTilteePlatform'),
        login: cells.text('TopTilteeUsername'),
      }),
    }
  }
  const cells = onlyRow(table)
  return {
    ...noMap,
    gameKey: null,
    generatedAt: null,
    status: null,
    sessionType: null,
    playerCount: null,
    isLive: cells.flag('Live', { legacy: true }),
    level: cells.whole('CurrentLevel'),
    levelPassed: cells.flag('LevelPassed', { legacy: true }),
    levelTimeUs: cells.clockAsUs('ElapsedTime'),
    // The rows have a flag for it.
    topTiltee: null,
  }
}

/** Whether the rows can be of the summary's level. */
export function hasRowsOfLevel({ results }: TiltRows, { level }: GameSummary): boolean {
  return results.some((result) => isOfLevel(result, level))
}

/**
 * The results of the summary's level: of a legacy file without the rows of earlier levels, of a v4 file
 * with its top tiltee.
 */
export function resultsOfLevel(
  { results }: TiltRows,
  summary: GameSummary | null,
  warnings: WarningList,
): GameResult[] {
  const { level = null, topTiltee = null } = summary ?? {}
  const part = 'raceData'
  if (level === null && new Set(results.map((result) => result.lastLevelJoined)).size > 1) {
    const message =
      'The file includes racers who left on an earlier level. Without LastTiltLevel.csv they count as racers of this level.'
    warnings.add({ code: 'levels_mixed', message, part })
  }
  const isTop = ({ login, platform }: GameResult) =>
    login === topTiltee?.login && platform === topTiltee.platform
  if (topTiltee && !results.some(isTop)) {
    const message = `The top tiltee ${quoted(topTiltee.login)} is not among the racers.`
    warnings.add({ code: 'top_tiltee_not_in_game', message, part })
  }
  return results
    .filter((result) => isOfLevel(result, level))
    .map(({ lastLevelJoined: _, ...result }) => ({
      ...result,
      isTopTiltee: result.isTopTiltee || isTop(result),
    }))
}

function isOfLevel({ lastLevelJoined }: TiltResult, level: number | null): boolean {
  return level === null || lastLevelJoined === null || lastLevelJoined === level
}
