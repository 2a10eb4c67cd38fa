import type { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { GAME_LIMITS, readGameTable, type UploadedFile } from './game-rows.ts'
import { normalisedLogin, normalisedPlatform, visibleName } from './names.ts'
import { FileProblem, fileWarning } from './problem.ts'
import { onlyRow, readTable, type Table, type TableFormat } from './read-table.ts'

/** What the one row of a summary file says about its game. Null means unknown. */
export interface GameSummary {
  /** In lower case; null in a legacy tilt level. */
  gameKey: string | null
  /** ISO 8601 in UTC. */
  generatedAt: string | null
  /** As written; null in a legacy tilt level. */
  status: string | null
  sessionType: string | null
  mapName: string | null
  mapCreator: string | null
  playerCount: number | null
  /** From here on, only for tilt. */
  isLive: boolean | null
  level: number | null
  levelPassed: boolean | null
  levelTimeUs: number | null
  /** What the streamer earned with the level; null in a legacy file. */
  expertise: number | null
  topTiltee: { platform: string; login: string } | null
  /** Everything that a legacy tilt level's file says, as one text; null in v4, where a SnapshotId identifies the game. */
  legacyContent: string | null
}

/** docs/formats.md, The summary of a race or royale. */
export const SUMMARY_FORMAT = {
  name: 'summary v4',
  columns: [
    'SchemaVersion',
    'SnapshotId',
    'GeneratedAtUtc',
    'Status',
    'GameMode',
    'SessionType',
    'MapName',
    'MapCreator',
    'PlayerCount',
    'FinishedCount',
    'EliminatedCount',
    'WinnerPlatform',
    'WinnerUsername',
  ],
} as const

/** The summary of a race or royale. We do not read its winner, because the result file has positions. */
export function readRaceSummary(table: Table<typeof SUMMARY_FORMAT>): GameSummary {
  const cells = onlyRow(table)
  return {
    ...readV4Summary(cells),
    mapName: visibleName(cells.text('MapName')),
    mapCreator: visibleName(cells.text('MapCreator')),
    isLive: null,
    level: null,
    levelPassed: null,
    levelTimeUs: null,
    expertise: null,
    topTiltee: null,
    legacyContent: null,
  }
}

type V4Heading = 'SnapshotId' | 'GeneratedAtUtc' | 'Status' | 'SessionType' | 'PlayerCount'

/** What every v4 summary has, also that of a tilt level. */
export function readV4Summary(cells: Cells<V4Heading>) {
  return {
    gameKey: cells.givenText('SnapshotId').toLowerCase(),
    generatedAt: cells.instant('GeneratedAtUtc'),
    status: cells.givenText('Status'),
    sessionType: cells.text('SessionType') || null,
    playerCount: cells.whole('PlayerCount'),
  }
}

/** The racer that a summary names; null if it does not name one. */
export function readNamedRacer({ platform, login }: { platform: string; login: string }) {
  const normalised = normalisedLogin(login)
  return normalised === '' ? null : { platform: normalisedPlatform(platform), login: normalised }
}

const KNOWN_SCHEMA = 4

/**
 * Reads a summary file. A newer schema causes only a warning as long as it has all known columns.
 *
 * @throws FileProblem with the part: `unknown_schema`, and what `readGameTable` throws.
 */
export function readSummaryFile<F extends TableFormat, T>(
  file: UploadedFile,
  formats: readonly F[],
  read: (table: Table<F>) => T,
): T {
  try {
    return readGameTable(file, formats, (table) => {
      const summary = read(table)
      if (isNewerSchema(file.bytes)) {
        file.warnings.add(fileWarning('newer_schema', {}, { part: file.part }))
      }
      return summary
    })
  } catch (error) {
    throw isNewerSchema(file.bytes) ? asUnknownSchema(error) : error
  }
}

/** The problem to report if the summary has a newer schema: unknown headings become `unknown_schema`. */
export function asUnknownSchema(error: unknown): unknown {
  if (!(error instanceof FileProblem) || error.code !== 'unknown_header') {
    return error
  }
  const { params, part, line, column } = error
  return FileProblem.again({ code: 'unknown_schema', params, part, line, column })
}

/** Whether a file names a schema above 4. */
export function isNewerSchema(bytes: Uint8Array): boolean {
  try {
    const { text } = decodeText(bytes, GAME_LIMITS.bytes)
    const format = { name: 'schema', columns: ['SchemaVersion'] } as const
    const { rows, columns } = readTable(text, [format], GAME_LIMITS)
    const version = rows[0]?.cells[columns.SchemaVersion] ?? ''
    return /^\d+$/.test(version) && Number(version) > KNOWN_SCHEMA
  } catch {
    return false
  }
}
