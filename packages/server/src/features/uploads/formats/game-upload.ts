import { type CheckpointHit, hitsHash, readCheckpointHits } from './checkpoint-hits.ts'
import {
  type GameMode,
  type GameResult,
  type GameRows,
  readGameTable,
  type UploadedFile,
} from './game-file.ts'
import {
  asUnknownSchema,
  type GameSummary,
  isNewerSchema,
  readRaceSummary,
  readSummaryFile,
  summaryFormat,
} from './game-summary.ts'
import { inPart, quoted, UploadProblem, type UploadWarning } from './problem.ts'
import { raceFormats, readRace } from './race-game.ts'
import { readRoyale, royaleFormats } from './royale-game.ts'
import {
  hasRowsOfLevel,
  readTilt,
  readTiltLevel,
  resultsOfLevel,
  type TiltRows,
  tiltFormats,
  tiltLevelFormats,
} from './tilt-level.ts'
import { WarningList } from './warning-list.ts'

/** One race, royale or tilt level, as its files tell it. Null is unknown. */
export interface GameUpload {
  mode: GameMode
  /** Lower-case; with channel and mode the key of the game. Null in a legacy one. */
  snapshotId: string | null
  /** Hex; the key of a legacy game in place of the SnapshotId: see `contentHash`. */
  contentHash: string
  /** ISO 8601 in UTC, with milliseconds. */
  generatedAt: string | null
  /** Final; null without a summary. */
  status: string | null
  sessionType: string | null
  /** Tilt only: whether the stream was live. */
  isLive: boolean | null
  /** Whether it counts, see `isRankable`; else it is stored as a fact only. */
  isRankable: boolean
  mapName: string | null
  mapCreator: string | null
  /** Tilt only. */
  level: number | null
  levelPassed: boolean | null
  /** Tilt only, whole microseconds. */
  levelTimeUs: number | null
  playerCount: number
  /** As in the file; at least one. Wins are not decided here. */
  results: GameResult[]
  /** By number; each racer once at a checkpoint. */
  hits: GameHit[]
  /** Hex; null without hits: see `hitsHash`. */
  hitsHash: string | null
  warnings: UploadWarning[]
}

/**
 * The file of checkpoints names no platform: it is that of the racer with this login, of several
 * the one on Twitch, and Twitch where there is none.
 */
export interface GameHit extends CheckpointHit {
  platform: string
}

/** The parts of an upload of one game (the design, section 6). */
export interface GameParts {
  /** LastSeasonRace.csv, LastSeasonRoyale.csv or LastTiltLevelPlayers.csv, of either generation. */
  raceData: Uint8Array
  /** LastRaceNumbersHit.csv; that a race needs one (`missing_part`) is the form's to know. */
  checkpointData: Uint8Array | null
  /** The v4 summary, or LastTiltLevel.csv. */
  summaryData?: Uint8Array | null
}

/**
 * One game out of its files; which game it is, their headings tell (the domain reference, 6.1).
 *
 * @throws UploadProblem with its part (the domain reference, 6.3): `not_ready` (the summary is of
 *   another game), `not_final`, `incomplete`, `no_rows`, `mixed_snapshots`, `duplicate_racer`,
 *   `unknown_header`, `unknown_schema`, `bad_row`, `bad_value`, and what `decodeText` throws.
 */
export function readGameUpload(parts: GameParts): GameUpload {
  const warnings = new WarningList()
  const file = (part: string, bytes: Uint8Array) => ({ part, bytes, warnings })

  const rows = readRowsOf(file('raceData', parts.raceData), parts.summaryData ?? null)
  const summary = parts.summaryData
    ? readSummaryOf(file('summaryData', parts.summaryData), rows)
    : null
  if (summary) inPart('summaryData', () => refuseOtherGame(rows, summary))
  inPart('raceData', () => refuseGaps(rows, summary))
  const results = rows.mode === 'tilt' ? resultsOfLevel(rows, summary, warnings) : rows.results
  const hits = parts.checkpointData
    ? hitsOf(file('checkpointData', parts.checkpointData), results)
    : []

  return {
    mode: rows.mode,
    snapshotId: rows.snapshotId,
    contentHash: rows.contentHash,
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
    hitsHash: hitsHash(hits),
    warnings: warnings.list(),
  }
}

type Rows = GameRows | TiltRows

const resultFormats = [...raceFormats, ...royaleFormats, ...tiltFormats] as const

function readRowsOf(file: UploadedFile, summaryData: Uint8Array | null): Rows {
  try {
    return readGameTable(file, resultFormats, (table): Rows => {
      switch (table.name) {
        case 'race v4':
        case 'legacy race':
          return readRace(table)
        case 'royale v4':
        case 'legacy royale':
          return readRoyale(table)
        case 'tilt v4':
        case 'legacy tilt':
          return readTilt(table)
      }
    })
  } catch (error) {
    throw summaryData && isNewerSchema(summaryData) ? asUnknownSchema(error) : error
  }
}

function readSummaryOf(file: UploadedFile, { mode }: Rows): GameSummary {
  if (mode === 'tilt') return readSummaryFile(file, tiltLevelFormats, readTiltLevel)
  return readSummaryFile(file, [summaryFormat], readRaceSummary)
}

/** The game writes its two files one after the other, so the other one may come in a moment. */
function refuseOtherGame(rows: Rows, summary: GameSummary): void {
  const isOther =
    rows.snapshotId !== summary.snapshotId ||
    (rows.mode === 'tilt' && !hasRowsOfLevel(rows, summary))
  if (isOther) {
    throw new UploadProblem(
      'not_ready',
      'The summary is not of the same game as the results; upload both again in a moment.',
    )
  }
  if (summary.status !== null && summary.status.toLowerCase() !== 'final') {
    throw new UploadProblem(
      'not_final',
      `The game ended with the status ${quoted(summary.status)}; only a Final one is taken.`,
    )
  }
}

/** The game may still have been writing (the domain reference, 6.3); tilt has gaps by itself. */
function refuseGaps({ mode, results }: Rows, summary: GameSummary | null): void {
  const playerCount = summary?.playerCount ?? results.length
  if (results.length !== playerCount) {
    throw incomplete(
      `It has ${results.length} rows where the summary counts ${playerCount} players`,
    )
  }
  const positions = new Set<number>()
  for (const { position } of results) {
    if (position === null) continue
    if (positions.has(position)) throw incomplete(`Position ${position} stands twice`)
    positions.add(position)
  }
  if (mode === 'tilt') return
  for (let position = 1; position <= results.length; position++) {
    if (!positions.has(position)) throw incomplete(`Position ${position} is missing`)
  }
}

function incomplete(what: string): UploadProblem {
  return new UploadProblem('incomplete', `The file is not complete; upload it again. ${what}.`)
}

/** The design, section 6: Rankable. The status is Final, where there is one. */
function isRankable({ mode, snapshotId, results }: Rows, summary: GameSummary | null): boolean {
  const isLegacy = snapshotId === null
  // A legacy game tells nothing against it, but for a tilt level that was not played live.
  if (isLegacy) return summary?.isLive !== false
  if (summary === null) return results.some(({ points }) => points !== null)
  const sessionType = summary.sessionType?.toLowerCase()
  if (mode === 'tilt') return sessionType === 'online' && summary.isLive === true
  return sessionType === 'qualifying'
}

function hitsOf(file: UploadedFile, results: readonly GameResult[]): GameHit[] {
  const platforms = new Map<string, string>()
  for (const { login, platform } of results) {
    if (!platforms.has(login) || platform === 'twitch') platforms.set(login, platform)
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
