import {
  type GameResult,
  type GameRows,
  gameContent,
  onlyGameKey,
  readResults,
} from './game-rows.ts'
import { type GameSummary, readNamedRacer, readV4Summary } from './game-summary.ts'
import { normalisedPlatform } from './names.ts'
import { fileWarning, type WarningList } from './problem.ts'
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
  {
    // The game wrote it like this for a time.
    name: 'legacy tilt level without Live',
    columns: [
      'CurrentLevel',
      'ElapsedTime',
      'CurrentTopTiltee',
      'LevelExp',
      'TotalExp',
      'LevelPassed',
    ],
  },
] as const

type TiltTable = Table<(typeof TILT_FORMATS)[number]>
type TiltLevelTable = Table<(typeof TILT_LEVEL_FORMATS)[number]>

/** In a v4 level, we know the top tiltee only after we have read the summary. */
interface TiltResult extends GameResult {
  /** Only in legacy files, which keep the rows of racers who left on an earlier level. */
  lastLevelJoined: number | null
}

export interface TiltRows extends GameRows<'tilt'> {
  results: TiltResult[]
}

/**
 * `content` covers all rows, including those of earlier levels, so that the same level without its summary is the same
 * game.
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
      // No column says so, but survivors have points.
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
      ...readV4Summary(cells),
      isLive: cells.flag('LiveStreamActive'),
      level: cells.whole('Level'),
      levelPassed: cells.flag('LevelPassed'),
      levelTimeUs: cells.secondsAsUs('LevelDurationSeconds'),
      expertise: numberIn(cells.text('ExpertiseEarned')),
      topTiltee: readNamedRacer({
        platform: cells.text('TopTilteePlatform'),
        login: cells.text('TopTilteeUsername'),
      }),
      legacyContent: null,
    }
  }
  const cells = onlyRow(table)
  const said = {
    isLive:
      table.name === 'legacy tilt level' ? onlyRow(table).flag('Live', { legacy: true }) : null,
    level: cells.whole('CurrentLevel'),
    levelPassed: cells.flag('LevelPassed', { legacy: true }),
    levelTimeUs: cells.clockAsUs('ElapsedTime'),
  }
  const unread = (['CurrentTopTiltee', 'LevelExp', 'TotalExp'] as const).map((heading) =>
    cells.text(heading),
  )
  return {
    ...noMap,
    ...said,
    legacyContent: JSON.stringify([...Object.values(said), ...unread]),
    gameKey: null,
    generatedAt: null,
    status: null,
    sessionType: null,
    playerCount: null,
    // We do not know whether `LevelExp` is expertise or points.
    expertise: null,
    // The rows have a flag instead.
    topTiltee: null,
  }
}

/** The number in a cell; null if it is not a plain number, which is not a reason to refuse the level. */
function numberIn(text: string): number | null {
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null
}

/** Whether any row belongs to the summary's level. */
export function hasLevel({ results }: TiltRows, { level }: GameSummary): boolean {
  return results.some((result) => isOnLevel(result, level))
}

/**
 * The results of the summary's level. Leaves out a legacy file's rows of earlier levels, and marks the top tiltee of a
 * v4 file.
 */
export function selectLevel(
  { results }: TiltRows,
  summary: GameSummary | null,
  warnings: WarningList,
): GameResult[] {
  const { level = null, topTiltee = null } = summary ?? {}
  const part = 'raceData'
  if (level === null && new Set(results.map((result) => result.lastLevelJoined)).size > 1) {
    warnings.add(fileWarning('levels_mixed', {}, { part }))
  }
  const isTop = ({ login, platform }: GameResult) =>
    login === topTiltee?.login && platform === topTiltee.platform
  if (topTiltee && !results.some(isTop)) {
    warnings.add(fileWarning('top_tiltee_not_in_game', { login: topTiltee.login }, { part }))
  }
  return results
    .filter((result) => isOnLevel(result, level))
    .map(({ lastLevelJoined: _, ...result }) => ({
      ...result,
      isTopTiltee: result.isTopTiltee || isTop(result),
    }))
}

function isOnLevel({ lastLevelJoined }: TiltResult, level: number | null): boolean {
  return level === null || lastLevelJoined === null || lastLevelJoined === level
}
