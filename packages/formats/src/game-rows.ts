/** What the game's own files have in common. */

import type { GameMode } from '@rollcall/scoring/games'
import { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { normalisedLogin, shownAs } from './names.ts'
import { FileProblem, inPart, type WarningList } from './problem.ts'
import type { TableLimits, TableRow } from './read-rows.ts'
import { readTable, type Table, type TableFormat } from './read-table.ts'

/** Which kind of file a game came from. A `game file` has a SnapshotId, a `legacy file` has none. */
export type GameFileKind = 'game file' | 'legacy file' | 'day log'

/** One marble of a game. Null means unknown, never 0. */
export interface GameResult {
  /** In lower case; the default one if the file does not name one. */
  platform: string
  /** Unique in the game, together with the platform. */
  login: string
  displayName: string
  /** RRGGBBAA. */
  colour: string | null
  /** From 1. Has gaps in tilt; null in a legacy tilt level. */
  position: number | null
  points: number | null
  /** When the racer finished or was eliminated, in whole microseconds. */
  timeUs: number | null
  eliminated: boolean
  /** Only for royales. */
  kills: number | null
  damage: number | null
  /** Only for tilt: the best of the level, eliminated or not. */
  isTopTiltee: boolean
}

type Racer = Pick<GameResult, 'login' | 'displayName'>
type GameFacts = Omit<GameResult, keyof Racer>

export interface GameRows<Mode extends GameMode = 'race' | 'royale'> {
  mode: Mode
  /** The SnapshotId in lower case; null in a legacy file. */
  gameKey: string | null
  /** In the file's order. */
  results: GameResult[]
  /** See `gameContent`. */
  content: string
}

export const GAME_LIMITS: TableLimits = {
  bytes: 2 * 1024 * 1024,
  rows: 5_000,
  columns: 64,
  cellCharacters: 512,
}

/** A part of an upload, and the list of its warnings. */
export interface UploadedFile {
  part: string
  bytes: Uint8Array
  warnings: WarningList
}

/**
 * Decodes one of the game's files and reads its text.
 *
 * @throws FileProblem with the part: `incomplete` if the last line is cut off; what `decodeText` and `read`
 *   throw.
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
      if (!isAboutCutLine(error, text)) {
        throw error
      }
      throw new FileProblem('incomplete', { reason: 'cut_line' }, { line: error.line })
    }
  })
}

/**
 * Reads the table in one of the game's files; it must have at least one row.
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
      throw new FileProblem('no_rows', { reason: 'only_headings' })
    }
    return read(table)
  })
}

/** An invalid last line without a line end was cut off while the game wrote it. */
function isAboutCutLine(error: unknown, text: string): error is FileProblem {
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
      throw new FileProblem('bad_row', { reason: 'no_racer' }, cells.place('Username'))
    }
    const facts = read(cells)
    const racer = `${login}\n${facts.platform}`
    if (seen.has(racer)) {
      throw new FileProblem('duplicate_racer', { login }, cells.place('Username'))
    }
    seen.add(racer)
    return {
      login,
      displayName: shownAs({ displayName: cells.text('DisplayName'), username }),
      ...facts,
    }
  })
}

/**
 * The SnapshotId that all rows share, in lower case. Its form is not checked.
 *
 * @throws FileProblem `mixed_snapshots`, `bad_value` (no SnapshotId)
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
      throw new FileProblem('mixed_snapshots', {}, cells.place('SnapshotId'))
    }
  }
  return only
}

/**
 * A result file's content, sorted by position and login, as one text to hash or compare. Encoding, order, line ends,
 * display names and colours make no difference. It is part of what identifies a legacy game, and it shows whether a v4
 * game has changed.
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
 * What every kind of file contains about a racer's result, as one text to compare: position, points, kills and damage,
 * but no times. An unknown number is written as 0, as in day logs.
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
