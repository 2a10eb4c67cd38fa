import type { GameMode } from '@rollcall/scoring/games'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { type CheckpointHit, readCheckpointHits } from './checkpoint-hits.ts'
import {
  type GameFileKind,
  type GameResult,
  type GameRows,
  readGameTable,
  type UploadedFile,
} from './game-rows.ts'
import {
  asUnknownSchema,
  type GameSummary,
  isNewerSchema,
  readRaceSummary,
  readSummaryFile,
  SUMMARY_FORMAT,
} from './game-summary.ts'
import { FileProblem, type FileWarning, fileWarning, inPart, WarningList } from './problem.ts'
import { RACE_FORMATS, ROYALE_FORMATS, readRaceOrRoyale } from './race-and-royale.ts'
import {
  hasLevel,
  readTilt,
  readTiltLevel,
  selectLevel,
  TILT_FORMATS,
  TILT_LEVEL_FORMATS,
  type TiltRows,
} from './tilt-level.ts'

/** One race, royale or tilt level, as its files describe it. Null means unknown. */
export interface Game {
  mode: GameMode
  fileKind: GameFileKind
  /** The SnapshotId in lower case; null in a legacy game. */
  gameKey: string | null
  /** See `gameContent`. */
  content: string
  /** What a legacy level's own file says; null without that file, and in other games. */
  summaryContent: string | null
  /** ISO 8601 in UTC, with milliseconds. */
  generatedAt: string | null
  /** `Final`; null without a summary. */
  status: string | null
  sessionType: string | null
  /** Only for tilt: whether the stream was live. Unknown counts as live. */
  isLive: boolean | null
  /** docs/scoring.md, Games that count. */
  isRankable: boolean
  mapName: string | null
  mapCreator: string | null
  /** Only for tilt. */
  level: number | null
  levelPassed: boolean | null
  /** Only for tilt, in whole microseconds. */
  levelTimeUs: number | null
  /** Only for tilt: what the streamer earned with the level. */
  expertise: number | null
  playerCount: number
  /** In the file's order; at least one. */
  results: GameResult[]
  /** By number. A racer has at most one hit at each checkpoint. */
  hits: GameHit[]
  warnings: FileWarning[]
}

/**
 * The file of checkpoints does not name a platform. So it is the platform of the racer with this login; if several
 * racers have the login, the one on the default platform; if none has it, that platform.
 */
interface GameHit extends CheckpointHit {
  platform: string
}

export interface GameFiles {
  /** LastSeasonRace.csv, LastSeasonRoyale.csv or LastTiltLevelPlayers.csv, v4 or legacy. */
  raceData: Uint8Array
  /** LastRaceNumbersHit.csv. */
  checkpointData: Uint8Array | null
  /** The v4 summary, or LastTiltLevel.csv. */
  summaryData?: Uint8Array | null
}

/** The checkpoints file of a race on a map without checkpoints: only headings. */
export const NO_HITS = new TextEncoder().encode('Number,Username,DisplayName,NameColorHex\r\n')

/**
 * Reads one game from its files. Their headings say which kind of game it is.
 *
 * @throws FileProblem with its part: `not_ready` (the summary belongs to another game), `not_final`,
 *   `incomplete`, `no_rows`, `mixed_snapshots`, `duplicate_racer`,
 *   `unknown_header`, `unknown_schema`, `bad_row`, `bad_value`, and what `decodeText` throws.
 */
export function readGameFiles(parts: GameFiles): Game {
  const warnings = new WarningList()
  const file = (part: string, bytes: Uint8Array) => ({ part, bytes, warnings })

  const rows = readResultRows(file('raceData', parts.raceData), parts.summaryData ?? null)
  const summary = parts.summaryData
    ? readSummary(file('summaryData', parts.summaryData), rows)
    : null
  if (summary) {
    inPart('summaryData', () => refuseOtherGame(rows, summary))
  }
  inPart('raceData', () => refuseGaps(rows, summary))
  const results = rows.mode === 'tilt' ? selectLevel(rows, summary, warnings) : rows.results
  const hits = parts.checkpointData
    ? readHits(file('checkpointData', parts.checkpointData), results)
    : []

  return {
    mode: rows.mode,
    fileKind: rows.gameKey === null ? 'legacy file' : 'game file',
    gameKey: rows.gameKey,
    content: rows.content,
    summaryContent: summary?.legacyContent ?? null,
    generatedAt: summary?.generatedAt ?? null,
    status: summary?.status ?? null,
    sessionType: summary?.sessionType ?? null,
    isLive: summary?.isLive ?? null,
    isRankable: isRankable(rows, summary),
    mapName: summary?.mapName ?? null,
    mapCreator: summary?.mapCreator ?? null,
    level: summary?.level ?? null,
    levelPassed: summary?.levelPassed ?? null,
    levelTimeUs: summary?.levelTimeUs ?? null,
    expertise: summary?.expertise ?? null,
    playerCount: results.length,
    results,
    hits,
    warnings: warnings.list(),
  }
}

type Rows = GameRows | TiltRows

const RESULT_FORMATS = [...RACE_FORMATS, ...ROYALE_FORMATS, ...TILT_FORMATS] as const

function readResultRows(file: UploadedFile, summaryData: Uint8Array | null): Rows {
  try {
    return readGameTable(
      file,
      RESULT_FORMATS,
      (table): Rows =>
        table.name === 'tilt v4' || table.name === 'legacy tilt'
          ? readTilt(table)
          : readRaceOrRoyale(table),
    )
  } catch (error) {
    throw summaryData && isNewerSchema(summaryData) ? asUnknownSchema(error) : error
  }
}

function readSummary(file: UploadedFile, { mode }: Rows): GameSummary {
  if (mode === 'tilt') {
    return readSummaryFile(file, TILT_LEVEL_FORMATS, readTiltLevel)
  }
  return readSummaryFile(file, [SUMMARY_FORMAT], readRaceSummary)
}

/** The game writes its two files one after another, so the right one may arrive in a moment. */
function refuseOtherGame(rows: Rows, summary: GameSummary): void {
  const isOther =
    rows.gameKey !== summary.gameKey || (rows.mode === 'tilt' && !hasLevel(rows, summary))
  if (isOther) {
    throw new FileProblem('not_ready', {})
  }
  if (summary.status !== null && summary.status.toLowerCase() !== 'final') {
    throw new FileProblem('not_final', { status: summary.status })
  }
}

/** The game may still be writing. Tilt levels always have gaps. */
function refuseGaps({ mode, results }: Rows, summary: GameSummary | null): void {
  const playerCount = summary?.playerCount ?? results.length
  if (results.length !== playerCount) {
    throw new FileProblem('incomplete', {
      reason: 'other_number_of_rows',
      rows: results.length,
      players: playerCount,
    })
  }
  const positions = new Set<number>()
  for (const { position } of results) {
    if (position === null) {
      continue
    }
    if (positions.has(position)) {
      throw new FileProblem('incomplete', { reason: 'position_twice', position })
    }
    positions.add(position)
  }
  if (mode === 'tilt') {
    return
  }
  for (let position = 1; position <= results.length; position++) {
    if (!positions.has(position)) {
      throw new FileProblem('incomplete', { reason: 'position_missing', position })
    }
  }
}

/** docs/scoring.md, Games that count. If there is a status, it is Final. */
function isRankable({ mode, gameKey, results }: Rows, summary: GameSummary | null): boolean {
  const isLegacy = gameKey === null
  if (isLegacy) {
    return summary?.isLive !== false
  }
  if (summary === null) {
    return results.some(({ points }) => points !== null)
  }
  const sessionType = summary.sessionType?.toLowerCase()
  return mode === 'tilt'
    ? sessionType === 'online' && summary.isLive !== false
    : sessionType === 'qualifying'
}

function readHits(file: UploadedFile, results: readonly GameResult[]): GameHit[] {
  const platforms = new Map<string, string>()
  for (const { login, platform } of results) {
    if (!platforms.has(login) || platform === DEFAULT_PLATFORM) {
      platforms.set(login, platform)
    }
  }
  return readCheckpointHits(file).map((hit) => {
    const platform = platforms.get(hit.login)
    if (platform === undefined) {
      const { login, number } = hit
      const { part } = file
      file.warnings.add(fileWarning('checkpoint_racer_not_in_game', { login, number }, { part }))
    }
    return { ...hit, platform: platform ?? DEFAULT_PLATFORM }
  })
}
