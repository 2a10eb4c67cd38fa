/** What the game's own files have in common. */

import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, inPart, quoted, type WarningList } from './problem.ts'
import type { TableLimits, TableRow } from './read-rows.ts'
import { readTable, type Table, type TableFormat } from './read-table.ts'

export type GameMode = 'race' | 'royale' | 'tilt'

/** One marble of a game. Null is unknown, never 0. */
export interface GameResult {
  /** Lower-case; twitch where the file names none. */
  platform: string
  /** With the platform, unique in the game. */
  login: string
  displayName: string
  /** RRGGBBAA. */
  colour: string | null
  /** Place, from 1; gaps in tilt, null in a legacy tilt level. */
  position: number | null
  points: number | null
  /** Of the finish or the elimination; whole microseconds. */
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

export interface GameRows<Mode extends GameMode = 'race' | 'royale'> {
  mode: Mode
  /** The SnapshotId, lower-case; null in a legacy file. */
  gameKey: string | null
  /** In the file's order. */
  results: GameResult[]
  /** What the rows say, see `gameContent`. */
  content: string
}

export const GAME_LIMITS: TableLimits = {
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
 * Decodes a file of the game and reads its text.
 *
 * @throws FileProblem with the part: `incomplete` where the file ends within a line that cannot
 *   be read; what `decodeText` and `read` throw.
 */
export function readGameText<T>(file: UploadedFile, read: (text: string) => T): T {
  return inPart(file.part, () => {
    const { text, warning } = decodeText(file.bytes, GAME_LIMITS.bytes)
    if (warning) {
      file.warnings.add({ ...warning, part: file.part })
    }
    try {
      return read(text)
    } catch (error) {
      if (!isOfCutLine(error, text)) {
        throw error
      }
      throw new FileProblem(
        'incomplete',
        'The file ends in the middle of its last line. Upload it again.',
        { line: error.line },
      )
    }
  })
}

/**
 * Reads the table of a file of the game, which has at least one row.
 *
 * @throws FileProblem with the part: `no_rows`; what `readGameText`, `readTable` and `read` throw.
 */
export function readGameTable<F extends TableFormat, T>(
  file: UploadedFile,
  formats: readonly F[],
  read: (table: Table<F>) => T,
): T {
  return readGameText(file, (text) => {
    const table = readTable(text, formats, GAME_LIMITS)
    if (table.rows.length === 0) {
      throw new FileProblem('no_rows', 'There is no row below the headings.')
    }
    return read(table)
  })
}

/** An invalid last line without a line end was cut while being written. */
function isOfCutLine(error: unknown, text: string): error is FileProblem {
  if (!(error instanceof FileProblem)) {
    return false
  }
  if (error.code !== 'bad_row' && error.code !== 'bad_value') {
    return false
  }
  return error.line === text.split(/\r\n|\r|\n/).length
}

/**
 * Reads the rows into results, each racer once.
 *
 * @throws FileProblem `bad_row` without a login, `duplicate_racer`, and what `read` throws
 */
export function readResults<H extends string, T extends GameFacts>(
  table: {
    rows: readonly TableRow[]
    columns: Readonly<Record<H | 'Username' | 'DisplayName', number>>
  },
  read: (cells: Cells<H>) => T,
): (Racer & T)[] {
  const seen = new Set<string>()
  return table.rows.map((row) => {
    const cells = new Cells(row, table.columns)
    const username = cells.text('Username')
    const login = normalisedLogin(username)
    if (login === '') {
      throw new FileProblem('bad_row', 'The row does not name a racer.', cells.place('Username'))
    }
    const facts = read(cells)
    const racer = `${login}\n${facts.platform}`
    if (seen.has(racer)) {
      throw new FileProblem(
        'duplicate_racer',
        `${quoted(login)} is in this game more than once.`,
        cells.place('Username'),
      )
    }
    seen.add(racer)
    return { login, displayName: cells.text('DisplayName') || username, ...facts }
  })
}

/**
 * The one SnapshotId of all rows, lower-case. Its shape is not checked.
 *
 * @throws FileProblem `mixed_snapshots`, `bad_value` without one
 */
export function onlyGameKey(table: {
  rows: readonly TableRow[]
  columns: Readonly<Record<'SnapshotId', number>>
}): string | null {
  let only: string | null = null
  for (const row of table.rows) {
    const cells = new Cells(row, table.columns)
    const id = cells.givenText('SnapshotId').toLowerCase()
    only ??= id
    if (id !== only) {
      throw new FileProblem(
        'mixed_snapshots',
        'The file contains rows of more than one game. Upload it again.',
        cells.place('SnapshotId'),
      )
    }
  }
  return only
}

/**
 * What the rows of a result file say, sorted by position, then login, as one text to hash or compare:
 * encoding, order, line ends, display names and colours make no difference. It is the key of a legacy
 * game, and shows whether a v4 game has changed.
 */
export function gameContent(
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
  return JSON.stringify([mode, rows])
}

export type ResultLine = Pick<
  GameResult,
  'platform' | 'login' | 'position' | 'points' | 'eliminated' | 'kills' | 'damage'
>

/**
 * What every kind of file tells of a racer's result, as one text to compare: place, points, kills and
 * damage, but no times. An unknown number is written as 0, as a day log does.
 */
export function writeResultLine(result: ResultLine): string {
  return [
    result.login,
    result.platform,
    result.position ?? '',
    result.points ?? 0,
    result.eliminated,
    result.kills ?? 0,
    result.damage ?? 0,
  ].join('\n')
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
