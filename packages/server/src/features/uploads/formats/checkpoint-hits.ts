import { createHash } from 'node:crypto'
import { givenWholeNumber, normalisedLogin } from './cell-values.ts'
import { gameLimits, readGameText, type UploadedFile } from './game-file.ts'
import { UploadProblem } from './problem.ts'
import { raceFormats } from './race-game.ts'
import { readRows, type TableRow } from './read-rows.ts'
import { refuseOtherWidth } from './read-table.ts'
import { royaleFormats } from './royale-game.ts'

/** A racer was first at a checkpoint. */
export interface CheckpointHit {
  number: number
  /** Normalised: see `normalisedLogin`. */
  login: string
  displayName: string
}

/** Number, login, display name, and one more. */
const columnCount = 4

/**
 * LastRaceNumbersHit.csv (the domain reference, 1.8): a line of headings, whatever they say, and a
 * row per hit, told by position. Nobody having hit one is fine. A racer who stands twice at the
 * same checkpoint hit it once. Ordered by number, then as in the file.
 *
 * @throws UploadProblem `unknown_header` (another file, or no headings), `bad_row`, `bad_value`,
 *   `incomplete` (cut within the last line), and what `decodeText` and `readRows` throw.
 */
export function readCheckpointHits(file: UploadedFile): CheckpointHit[] {
  return readGameText(file, (text) => {
    const [heading, ...rows] = readRows(text, gameLimits, 1)
    refuseOtherHeadings(heading)
    const filled = (heading?.cells.findLastIndex((cell) => cell !== '') ?? 0) + 1
    const width = Math.max(filled, columnCount)

    const hits = new Map<string, CheckpointHit>()
    for (const row of rows) {
      refuseOtherWidth(row, width)
      const hit = readHit(row)
      const key = `${hit.number} ${hit.login}`
      if (!hits.has(key)) hits.set(key, hit)
    }
    return [...hits.values()].sort((a, b) => a.number - b.number)
  })
}

function readHit(row: TableRow): CheckpointHit {
  const username = row.cells[1] ?? ''
  const login = normalisedLogin(username)
  if (login === '') {
    throw new UploadProblem('bad_row', 'The row names no racer.', { line: row.line, column: 2 })
  }
  return { number: givenWholeNumber(row, 0), login, displayName: row.cells[2] || username }
}

/** Places of a legacy file would else pass as checkpoint numbers, and a first row as headings. */
function refuseOtherHeadings(heading: TableRow | undefined): void {
  const names = heading?.cells.map((cell) => cell.toLowerCase()) ?? []
  const isResults = [...raceFormats, ...royaleFormats].some(({ columns }) =>
    columns.every((column) => names.includes(column.toLowerCase())),
  )
  if (isResults) {
    throw new UploadProblem(
      'unknown_header',
      'These are the results of a game, not its checkpoints; LastRaceNumbersHit.csv belongs here.',
      { line: heading?.line },
    )
  }
  if (/^\d+$/.test(names[0] ?? '')) {
    throw new UploadProblem('unknown_header', 'The first line must be headings.', {
      line: heading?.line,
    })
  }
}

/**
 * SHA-256 (hex) of the hits in any order, null where there are none: equal to that of the
 * channel's previous game, the file still belongs to that game (the design, section 6).
 */
export function hitsHash(hits: readonly CheckpointHit[]): string | null {
  if (hits.length === 0) return null
  const content = hits.map((hit) => `${hit.number} ${hit.login}`).sort()
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
