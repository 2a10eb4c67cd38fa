import type { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { GAME_LIMITS, readGameTable, type UploadedFile } from './game-rows.ts'
import { normalisedLogin, normalisedPlatform } from './names.ts'
import { FileProblem } from './problem.ts'
import { onlyRow, readTable, type Table, type TableFormat } from './read-table.ts'

/** What the one row of a summary file says about its game. Null is unknown. */
export interface GameSummary {
  /** Lower-case; null in a legacy tilt level. */
  gameKey: string | null
  /** ISO 8601 in UTC. */
  generatedAt: string | null
  /** As written; null in a legacy tilt level. */
  status: string | null
  sessionType: string | null
  mapName: string | null
  mapCreator: string | null
  playerCount: number | null
  /** Tilt only, all of what follows. */
  isLive: boolean | null
  level: number | null
  levelPassed: boolean | null
  levelTimeUs: number | null
  topTiltee: { platform: string; login: string } | null
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

/** The summary of a race or a royale. The winner is not read: places are in the result file. */
export function readRaceSummary(table: Table<typeof SUMMARY_FORMAT>): GameSummary {
  const cells = onlyRow(table)
  return {
    ...v4SummaryOf(cells),
    mapName: cells.text('MapName') || null,
    mapCreator: cells.text('MapCreator') || null,
    isLive: null,
    level: null,
    levelPassed: null,
    levelTimeUs: null,
    topTiltee: null,
  }
}

type V4Heading = 'SnapshotId' | 'GeneratedAtUtc' | 'Status' | 'SessionType' | 'PlayerCount'

/** What every v4 summary holds, also the one of a tilt level. */
export function v4SummaryOf(cells: Cells<V4Heading>) {
  return {
    gameKey: cells.givenText('SnapshotId').toLowerCase(),
    generatedAt: cells.instant('GeneratedAtUtc'),
    status: cells.givenText('Status'),
    sessionType: cells.text('SessionType') || null,
    playerCount: cells.whole('PlayerCount'),
  }
}

/** A racer whom a summary names; null where it names none. */
export function racerNamed({ platform, login }: { platform: string; login: string }) {
  const normalised = normalisedLogin(login)
  return normalised === '' ? null : { platform: normalisedPlatform(platform), login: normalised }
}

const KNOWN_SCHEMA = 4

/**
 * Reads a summary file; a newer schema is a warning as long as all known columns are there.
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
        const message =
          'The game wrote this file in a newer format than Rollcall knows. All known columns were there and were read.'
        file.warnings.add({ code: 'newer_schema', message, part: file.part })
      }
      return summary
    })
  } catch (error) {
    throw isNewerSchema(file.bytes) ? asUnknownSchema(error) : error
  }
}

/** Unknown headings are `unknown_schema` where the summary names a newer schema. */
export function asUnknownSchema(error: unknown): unknown {
  if (!(error instanceof FileProblem) || error.code !== 'unknown_header') {
    return error
  }
  return new FileProblem(
    'unknown_schema',
    `The game wrote this file in a newer format, which Rollcall does not know yet. ${error.sentence}`,
    { part: error.part, line: error.line, column: error.column },
  )
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
