import { type CheckpointHit, readCheckpointHits } from './checkpoint-hits.ts'
import {
  type GameMode,
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
import { FileProblem, type FileWarning, inPart, quoted, WarningList } from './problem.ts'
import { RACE_FORMATS, ROYALE_FORMATS, readRaceOrRoyale } from './race-and-royale.ts'
import {
  hasRowsOfLevel,
  readTilt,
  readTiltLevel,
  resultsOfLevel,
  TILT_FORMATS,
  TILT_LEVEL_FORMATS,
  type TiltRows,
} from './tilt-level.ts'

/** One race, royale or tilt level, as its files tell it. Null is unknown. */
export interface Game {
  mode: GameMode
  /** The SnapshotId, lower-case; null in a legacy game. */
  gameKey: string | null
  /** What the results say, see `gameContent`; its hash is the key of a legacy game. */
  content: string
  /** ISO 8601 in UTC, with milliseconds. */
  generatedAt: string | null
  /** Final; null without a summary. */
  status: string | null
  sessionType: string | null
  /** Tilt only: whether the stream was live. */
  isLive: boolean | null
  /** docs/scoring.md, Games that count. */
  isRankable: boolean
  mapName: string | null
  mapCreator: string | null
  /** Tilt only. */
  level: number | null
  levelPassed: boolean | null
  /** Tilt only, whole microseconds. */
  levelTimeUs: number | null
  playerCount: number
  /** As in the file; at least one. */
  results: GameResult[]
  /** By number; each racer once at a checkpoint. */
  hits: GameHit[]
  warnings: FileWarning[]
}

/**
 * The file of checkpoints names no platform: it is that of the racer with this login, of several
 * the one on Twitch, and Twitch where there is none.
 */
interface GameHit extends CheckpointHit {
  platform: string
}

export interface GameFiles {
  /** LastSeasonRace.csv, LastSeasonRoyale.csv or LastTiltLevelPlayers.csv, of either generation. */
  raceData: Uint8Array
  /** LastRaceNumbersHit.csv. */
  checkpointData: Uint8Array | null
  /** The v4 summary, or LastTiltLevel.csv. */
  summaryData?: Uint8Array | null
}

/** What stands for the checkpoints of a race on a map without any: headings alone. */
export const NO_HITS = new TextEncoder().encode('Number,Username,DisplayName,NameColorHex\r\n')

/**
 * One game from its files; their headings say which kind of game it is.
 *
 * @throws FileProblem with its part: `not_ready` (the summary is of
 *   another game), `not_final`, `incomplete`, `no_rows`, `mixed_snapshots`, `duplicate_racer`,
 *   `unknown_header`, `unknown_schema`, `bad_row`, `bad_value`, and what `decodeText` throws.
 */
export function readGameFiles(parts: GameFiles): Game {
  const warnings = new WarningList()
  const file = (part: string, bytes: Uint8Array) => ({ part, bytes, warnings })

  const rows = readRowsOf(file('raceData', parts.raceData), parts.summaryData ?? null)
  const summary = parts.summaryData
    ? readSummaryOf(file('summaryData', parts.summaryData), rows)
    : null
  if (summary) {
    inPart('summaryData', () => refuseOtherGame(rows, summary))
  }
  inPart('raceData', () => refuseGaps(rows, summary))
  const results = rows.mode === 'tilt' ? resultsOfLevel(rows, summary, warnings) : rows.results
  const hits = parts.checkpointData
    ? hitsOf(file('checkpointData', parts.checkpointData), results)
    : []

  return {
    mode: rows.mode,
    gameKey: rows.gameKey,
    content: rows.content,
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
    playerCount: results.length,
    results,
    hits,
    warnings: warnings.list(),
  }
}

type Rows = GameRows | TiltRows

const RESULT_FORMATS = [...RACE_FORMATS, ...ROYALE_FORMATS, ...TILT_FORMATS] as const

function readRowsOf(file: UploadedFile, summaryData: Uint8Array | null): Rows {
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

function readSummaryOf(file: UploadedFile, { mode }: Rows): GameSummary {
  if (mode === 'tilt') {
    return readSummaryFile(file, TILT_LEVEL_FORMATS, readTiltLevel)
  }
  return readSummaryFile(file, [SUMMARY_FORMAT], readRaceSummary)
}

/** The game writes its two files one after the other, so the right one may come in a moment. */
function refuseOtherGame(rows: Rows, summary: GameSummary): void {
  const isOther =
    rows.gameKey !== summary.gameKey || (rows.mode === 'tilt' && !hasRowsOfLevel(rows, summary))
  if (isOther) {
    throw new FileProblem(
      'not_ready',
      'The summary belongs to another game than the results. Upload both again in a moment.',
    )
  }
  if (summary.status !== null && summary.status.toLowerCase() !== 'final') {
    throw new FileProblem(
      'not_final',
      `The game ended with the status ${quoted(summary.status)}. Only Final games are accepted.`,
    )
  }
}

/** The game may still have been writing. Tilt levels have gaps anyway. */
function refuseGaps({ mode, results }: Rows, summary: GameSummary | null): void {
  const playerCount = summary?.playerCount ?? results.length
  if (results.length !== playerCount) {
    throw incomplete(`it has ${results.length} rows, but the summary counts ${playerCount} players`)
  }
  const positions = new Set<number>()
  for (const { position } of results) {
    if (position === null) {
      continue
    }
    if (positions.has(position)) {
      throw incomplete(`position ${position} appears twice`)
    }
    positions.add(position)
  }
  if (mode === 'tilt') {
    return
  }
  for (let position = 1; position <= results.length; position++) {
    if (!positions.has(position)) {
      throw incomplete(`position ${position} is missing`)
    }
  }
}

function incomplete(what: string): FileProblem {
  return new FileProblem('incomplete', `The file is incomplete: ${what}. Upload it again.`)
}

/** docs/scoring.md, Games that count. The status is Final where there is one. */
function isRankable({ mode, gameKey, results }: Rows, summary: GameSummary | null): boolean {
  const isLegacy = gameKey === null
  if (isLegacy) {
    return summary?.isLive !== false
  }
  if (summary === null) {
    return results.some(({ points }) => points !== null)
  }
  const sessionType = summary.sessionType?.toLowerCase()
  if (mode === 'tilt') {
    return sessionType === 'online' && summary.isLive === true
  }
  return sessionType === 'qualifying'
}

function hitsOf(file: UploadedFile, results: readonly GameResult[]): GameHit[] {
  const platforms = new Map<string, string>()
  for (const { login, platform } of results) {
    if (!platforms.has(login) || platform === 'twitch') {
      platforms.set(login, platform)
    }
  }
  return readCheckpointHits(file).map((hit) => {
    const platform = platforms.get(hit.login)
    if (platform === undefined) {
      const message = `${quoted(hit.login)} hit checkpoint ${hit.number} but is not among the racers.`
      file.warnings.add({ code: 'checkpoint_racer_not_in_game', message, part: file.part })
    }
    return { ...hit, platform: platform ?? 'twitch' }
  })
}
