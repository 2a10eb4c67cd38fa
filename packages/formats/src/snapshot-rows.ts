/** What the public companion's files for a season and for an event have in common. */
import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { quoted, type WarningList } from './problem.ts'
import type { TableLimits } from './read-rows.ts'
import { readTable, type TableFormat } from './read-table.ts'

export const SNAPSHOT_LIMITS: TableLimits = {
  bytes: 8 * 1024 * 1024,
  rows: 50_000,
  columns: 64,
  cellCharacters: 512,
}

/** What a row of either file says of a racer. Null is unknown, never 0. */
export interface RacerTotals {
  login: string
  racePoints: number | null
  raceWins: number | null
  raceRaces: number | null
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
    raceRaces: cells.whole('race_races'),
    royalePoints: cells.whole('br_points'),
    royaleWins: cells.whole('br_wins'),
    royaleGames: cells.whole('br_races'),
    crownWins: cells.whole('crownwins'),
  }
}

/**
 * A snapshot's rows, one per login in the order of first appearance: a row without a name is left out,
 * and of several rows with one login the last one counts, both with a warning.
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
      const message = 'A row without a racer name was left out.'
      warnings.add({ code: 'row_without_name', message, part, line: row.line })
      continue
    }
    if (racers.has(racer.login)) {
      const message = `${quoted(racer.login)} is in the file more than once. The last row was used.`
      warnings.add({ code: 'duplicate_racer', message, part, line: row.line })
    }
    racers.set(racer.login, racer)
  }
  return [...racers.values()]
}

/** Letter case ignored. */
export function sameChannel(channel: string): (rowChannel: string) => boolean {
  const login = normalisedLogin(channel)
  return (rowChannel) => rowChannel === channel || normalisedLogin(rowChannel) === login
}

/** What racers' rows say, in the order of logins, to be hashed or compared. */
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
      racer.raceRaces,
      racer.royalePoints,
      racer.royaleWins,
      racer.royaleGames,
      racer.crownWins,
      ...others(racer),
    ])
}
