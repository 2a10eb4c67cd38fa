import { normalisedLogin, normalisedPlatform } from './cell-values.ts'
import { decodeText } from './decode-text.ts'
import { gameLimits, readGameTable, type UploadedFile } from './game-file.ts'
import { type NamedCells, namedCells } from './named-cells.ts'
import { UploadProblem } from './problem.ts'
import type { TableRow } from './read-rows.ts'
import { readTable, type Table, type TableFormat } from './read-table.ts'

/** What the one row of a summary file says about its game. Null is unknown. */
export interface GameSummary {
  /** Lower-case; null in a legacy tilt level, which has none. */
  snapshotId: string | null
  /** ISO 8601 in UTC. */
  generatedAt: string | null
  /** As written; null in a legacy tilt level, which has none. */
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

/** LastSeasonRaceSummary.csv and LastSeasonRoyaleSummary.csv (the domain reference, 1.4). */
export const summaryFormat = {
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
export function readRaceSummary(table: Table<typeof summaryFormat>): GameSummary {
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
export function v4SummaryOf(cells: NamedCells<V4Heading>) {
  return {
    snapshotId: cells.givenText('SnapshotId').toLowerCase(),
    generatedAt: cells.instant('GeneratedAtUtc'),
    status: cells.givenText('Status'),
    sessionType: cells.text('SessionType') || null,
    playerCount: cells.whole('PlayerCount'),
  }
}

/**
 * The cells of a file's only row.
 *
 * @throws UploadProblem `no_rows`, `bad_row` (a second row)
 */
export function onlyRow<H extends string>(table: {
  rows: readonly TableRow[]
  columns: Readonly<Record<H, number>>
}): NamedCells<H> {
  const [row, second] = table.rows
  if (row === undefined) throw new UploadProblem('no_rows', 'There is no row below the headings.')
  if (second !== undefined) {
    throw new UploadProblem('bad_row', 'There may be only one row below the headings.', {
      line: second.line,
    })
  }
  return namedCells(row, table.columns)
}

/** A racer whom a summary names; null where it names none. */
export function racerNamed({ platform, login }: { platform: string; login: string }) {
  const normalised = normalisedLogin(login)
  return normalised === '' ? null : { platform: normalisedPlatform(platform), login: normalised }
}

const knownSchema = 4

/**
 * A summary file as `read` makes it of its table; of a newer schema with a warning, as long as it has
 * all known columns (the domain reference, 6.3).
 *
 * @throws UploadProblem with the part: `unknown_schema`, and what `readGameTable` throws.
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
          'The game writes its files in a newer form than is known here; all known columns were there and were read.'
        file.warnings.add({ code: 'newer_schema', message, part: file.part })
      }
      return summary
    })
  } catch (error) {
    throw isNewerSchema(file.bytes) ? asUnknownSchema(error) : error
  }
}

/** Headings that do not fit, in a game whose summary names a newer schema, are `unknown_schema`. */
export function asUnknownSchema(error: unknown): unknown {
  if (!(error instanceof UploadProblem) || error.code !== 'unknown_header') return error
  return new UploadProblem(
    'unknown_schema',
    `The game writes its files in a newer form, which is not known here. ${error.sentence}`,
    { part: error.part, line: error.line, column: error.column },
  )
}

/** Whether a file, whatever else it holds, names a schema above 4. */
export function isNewerSchema(bytes: Uint8Array): boolean {
  try {
    const { text } = decodeText(bytes, gameLimits.bytes)
    const format = { name: 'schema', columns: ['SchemaVersion'] } as const
    const { rows, columns } = readTable(text, [format], gameLimits)
    const version = rows[0]?.cells[columns.SchemaVersion] ?? ''
    return /^\d+$/.test(version) && Number(version) > knownSchema
  } catch {
    return false
  }
}
