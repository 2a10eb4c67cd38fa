import { createHash } from 'node:crypto'
import { normalisedLogin } from './cell-values.ts'
import { decodeText } from './decode-text.ts'
import { type NamedCells, namedCells } from './named-cells.ts'
import { inPart, quoted, UploadProblem } from './problem.ts'
import type { TableLimits, TableRow } from './read-rows.ts'
import { readTable, type Table, type TableFormat } from './read-table.ts'
import type { WarningList } from './warning-list.ts'

/** What all files have in common that the game itself writes (the domain reference, 1.3 to 1.8). */

export type GameMode = 'race' | 'royale' | 'tilt'

/** One marble of a game. Null is unknown, never 0. */
export interface GameResult {
  /** Lower-case; twitch where the file names none. */
  platform: string
  /** Normalised: see `normalisedLogin`. With the platform, unique in the game. */
  login: string
  displayName: string
  /** As the game writes it, RRGGBBAA. */
  colour: string | null
  /** Place, from 1; gaps in tilt, null in a legacy tilt level. */
  position: number | null
  points: number | null
  /** Of the finish, or of the elimination; whole microseconds, exactly what the file says. */
  timeUs: number | null
  eliminated: boolean
  /** Royale only. */
  kills: number | null
  damage: number | null
  /** Tilt only: the best of the level, eliminated or not. */
  isTopTiltee: boolean
}

type Racer = Pick<GameResult, 'login' | 'displayName'>
type GameFacts = Omit<GameResult, keyof Racer>

/** The rows of a game's result file, each sound in itself. */
export interface GameRows<Mode extends GameMode = 'race' | 'royale'> {
  mode: Mode
  /** Lower-case; null in a legacy file, which has none. */
  snapshotId: string | null
  /** In the file's order. */
  results: GameResult[]
  contentHash: string
}

/** The design, section 6: Limits. */
export const gameLimits: TableLimits = {
  bytes: 2 * 1024 * 1024,
  rows: 5_000,
  columns: 64,
  cellCharacters: 512,
}

/** A part of an upload, and where its warnings go. */
export interface UploadedFile {
  part: string
  bytes: Uint8Array
  warnings: WarningList
}

/**
 * A file of the game as `read` makes it of its text.
 *
 * @throws UploadProblem with the part: `incomplete` where the file ends within a line that cannot
 *   be read; what `decodeText` and `read` throw.
 */
export function readGameText<T>(file: UploadedFile, read: (text: string) => T): T {
  return inPart(file.part, () => {
    const { text, warning } = decodeText(file.bytes, gameLimits.bytes)
    if (warning) file.warnings.add({ ...warning, part: file.part })
    try {
      return read(text)
    } catch (error) {
      if (!isOfCutLine(error, text)) throw error
      throw new UploadProblem(
        'incomplete',
        'The file ends in the middle of its last line; upload it again.',
        { line: error.line },
      )
    }
  })
}

/**
 * A file of the game as `read` makes it of its table, which has at least one row.
 *
 * @throws UploadProblem with the part: `no_rows`; what `readGameText`, `readTable` and `read` throw.
 */
export function readGameTable<F extends TableFormat, T>(
  file: UploadedFile,
  formats: readonly F[],
  read: (table: Table<F>) => T,
): T {
  return readGameText(file, (text) => {
    const table = readTable(text, formats, gameLimits)
    if (table.rows.length === 0) {
      throw new UploadProblem('no_rows', 'There is no row below the headings.')
    }
    return read(table)
  })
}

/** The last line without a line end may be whole; broken as well, it was cut while being written. */
function isOfCutLine(error: unknown, text: string): error is UploadProblem {
  if (!(error instanceof UploadProblem)) return false
  if (error.code !== 'bad_row' && error.code !== 'bad_value') return false
  return error.line === text.split(/\r\n|\r|\n/).length
}

/**
 * Reads the rows into results, each racer once.
 *
 * @throws UploadProblem `bad_row` without a login, `duplicate_racer`, and what `read` throws
 */
export function readResults<H extends string, T extends GameFacts>(
  table: {
    rows: readonly TableRow[]
    columns: Readonly<Record<H | 'Username' | 'DisplayName', number>>
  },
  read: (cells: NamedCells<H>) => T,
): (Racer & T)[] {
  const seen = new Set<string>()
  return table.rows.map((row) => {
    const cells = namedCells(row, table.columns)
    const username = cells.text('Username')
    const login = normalisedLogin(username)
    if (login === '') {
      throw new UploadProblem('bad_row', 'The row names no racer.', cells.place('Username'))
    }
    const facts = read(cells)
    const racer = `${login}\n${facts.platform}`
    if (seen.has(racer)) {
      throw new UploadProblem(
        'duplicate_racer',
        `${quoted(login)} stands in this game more than once.`,
        cells.place('Username'),
      )
    }
    seen.add(racer)
    return { login, displayName: cells.text('DisplayName') || username, ...facts }
  })
}

/**
 * The one SnapshotId of all rows, lower-case. Its shape is the game's own affair.
 *
 * @throws UploadProblem `mixed_snapshots`, `bad_value` without one
 */
export function onlySnapshotId(table: {
  rows: readonly TableRow[]
  columns: Readonly<Record<'SnapshotId', number>>
}): string | null {
  let only: string | null = null
  for (const row of table.rows) {
    const cells = namedCells(row, table.columns)
    const id = cells.givenText('SnapshotId').toLowerCase()
    only ??= id
    if (id !== only) {
      throw new UploadProblem(
        'mixed_snapshots',
        'The file holds rows of more than one game; upload it again.',
        cells.place('SnapshotId'),
      )
    }
  }
  return only
}

/**
 * SHA-256 (hex) of what the rows of a result file say, sorted by position, then login
 * (the domain reference, 6.2): encoding, order, line ends, display names and colours make no
 * difference. It is the key of a legacy game, and tells of a v4 game whether it came with other
 * content before.
 */
export function contentHash(
  mode: GameMode,
  results: readonly (GameResult & { lastLevelJoined?: number | null })[],
): string {
  const rows = results
    .toSorted(
      (a, b) =>
        (a.position ?? 0) - (b.position ?? 0) ||
        compareText(a.login, b.login) ||
        compareText(a.platform, b.platform),
    )
    .map((r) => [
      r.position,
      r.login,
      r.platform,
      r.points,
      r.timeUs,
      r.eliminated,
      r.kills,
      r.damage,
      r.isTopTiltee,
      r.lastLevelJoined ?? null,
    ])
  return createHash('sha256')
    .update(JSON.stringify([mode, rows]))
    .digest('hex')
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
