/** What the public companion's files for a season and for an event have in common. */
import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { fileWarning, type WarningList } from './problem.ts'
import type { TableLimits } from './read-rows.ts'
import { readTable, type TableFormat } from './read-table.ts'

export const SNAPSHOT_LIMITS: TableLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  columns: 64,
  cellCharacters: 512,
}

/** What both files say about a racer. Null means unknown, never 0. */
export interface RacerTotals {
  login: string
  racePoints: number | null
  raceWins: number | null
  raceGames: number | null
  royalePoints: number | null
  royaleWins: number | null
  royaleGames: number | null
  crownWins: number | null
}

export const TOTALS_COLUMNS = [
  'race_points',
  'race_wins',
  'race_races',
  'br_points',
  'br_wins',
  'br_races',
  'crownwins',
] as const

/** @throws FileProblem `bad_value` */
export function readTotals(
  cells: Cells<'racer_name' | (typeof TOTALS_COLUMNS)[number]>,
): RacerTotals {
  return {
    login: normalisedLogin(cells.text('racer_name')),
    racePoints: cells.whole('race_points'),
    raceWins: cells.whole('race_wins'),
    raceGames: cells.whole('race_races'),
    royalePoints: cells.whole('br_points'),
    royaleWins: cells.whole('br_wins'),
    royaleGames: cells.whole('br_races'),
    crownWins: cells.whole('crownwins'),
  }
}

/**
 * Reads a snapshot's racers, one per login, in the order of first appearance. Leaves out a row without a name; if a
 * login has several rows, the last one counts. Both cause warnings.
 *
 * @throws FileProblem what `decodeText`, `readTable` and `read` throw
 */
export function readRacers<F extends TableFormat, R extends { login: string }>(
  bytes: Uint8Array,
  { format, warnings }: { format: F; warnings: WarningList },
  read: (cells: Cells<F['columns'][number]>) => R,
): R[] {
  const part = format.name
  const decoded = decodeText(bytes, SNAPSHOT_LIMITS.bytes)
  if (decoded.warning) {
    warnings.add({ ...decoded.warning, part })
  }
  const { rows, columns } = readTable(decoded.text, [format], SNAPSHOT_LIMITS)
  const racers = new Map<string, R>()
  for (const row of rows) {
    const racer = read(new Cells(row, columns))
    if (racer.login === '') {
      warnings.add(fileWarning('row_without_name', {}, { part, line: row.line }))
      continue
    }
    if (racers.has(racer.login)) {
      const params = { reason: 'twice_in_file', login: racer.login } as const
      warnings.add(fileWarning('duplicate_racer', params, { part, line: row.line }))
    }
    racers.set(racer.login, racer)
  }
  return [...racers.values()]
}

/** Makes a test of whether a row belongs to the channel, letter case ignored. */
export function matchesChannel(channel: string): (rowChannel: string) => boolean {
  const login = normalisedLogin(channel)
  return (rowChannel) => rowChannel === channel || normalisedLogin(rowChannel) === login
}

/** The content of racers' rows, ordered by login, to hash or compare. */
export function racersContent<R extends RacerTotals>(
  racers: readonly R[],
  others: (racer: R) => readonly (number | null)[],
): unknown[][] {
  return racers
    .toSorted((a, b) => (a.login < b.login ? -1 : 1))
    .map((racer) => [
      racer.login,
      racer.racePoints,
      racer.raceWins,
      racer.raceGames,
      racer.royalePoints,
      racer.royaleWins,
      racer.royaleGames,
      racer.crownWins,
      ...others(racer),
    ])
}
