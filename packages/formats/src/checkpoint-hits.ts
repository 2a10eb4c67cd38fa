import { Cells } from './cells.ts'
import { GAME_LIMITS, readGameText, type UploadedFile } from './game-rows.ts'
import { normalisedLogin, shownAs } from './names.ts'
import { FileProblem } from './problem.ts'
import { RACE_FORMATS, ROYALE_FORMATS } from './race-and-royale.ts'
import { readRows, type TableRow } from './read-rows.ts'
import { refuseOtherWidth } from './read-table.ts'

/** A racer was first at a checkpoint. */
export interface CheckpointHit {
  number: number
  login: string
  displayName: string
}

/** Checkpoints that are older than a race's results by more than this belong to an earlier race. */
export const OLD_CHECKPOINTS_MS = 60_000

/** Columns by position. There is one more column, which we do not read. */
const COLUMNS = { number: 0, login: 1, 'display name': 2 } as const
const COLUMN_COUNT = 4

/**
 * Reads LastRaceNumbersHit.csv (see docs/formats.md). Ordered by number, then as in the file.
 *
 * @throws FileProblem `unknown_header` (another kind of file, or no headings), `bad_row`, `bad_value`,
 *   `incomplete` (cut off in the last line), and what `decodeText` and `readRows` throw.
 */
export function readCheckpointHits(file: UploadedFile): CheckpointHit[] {
  return readGameText(file, (text) => {
    const [heading, ...rows] = readRows(text, GAME_LIMITS)
    refuseOtherHeadings(heading)
    const filled = (heading?.cells.findLastIndex((cell) => cell !== '') ?? 0) + 1
    const width = Math.max(filled, COLUMN_COUNT)

    const hits = new Map<string, CheckpointHit>()
    for (const row of rows) {
      refuseOtherWidth(row, width)
      const hit = readHit(row)
      const key = `${hit.number} ${hit.login}`
      if (!hits.has(key)) {
        hits.set(key, hit)
      }
    }
    return [...hits.values()].sort((a, b) => a.number - b.number)
  })
}

function readHit(row: TableRow): CheckpointHit {
  const cells = new Cells(row, COLUMNS)
  const username = cells.text('login')
  const login = normalisedLogin(username)
  if (login === '') {
    throw new FileProblem('bad_row', { reason: 'no_racer' }, cells.place('login'))
  }
  return {
    number: cells.givenWhole('number'),
    login,
    displayName: shownAs({ displayName: cells.text('display name'), username }),
  }
}

/** Without this, a legacy file's positions would pass as checkpoint numbers, and its first row as headings. */
function refuseOtherHeadings(heading: TableRow | undefined): void {
  const names = heading?.cells.map((cell) => cell.toLowerCase()) ?? []
  const isResults = [...RACE_FORMATS, ...ROYALE_FORMATS].some(({ columns }) =>
    columns.every((column) => names.includes(column.toLowerCase())),
  )
  if (isResults) {
    throw new FileProblem(
      'unknown_header',
      { reason: 'results_of_a_game' },
      { line: heading?.line },
    )
  }
  if (/^\d+$/.test(names[0] ?? '')) {
    throw new FileProblem('unknown_header', { reason: 'no_headings' }, { line: heading?.line })
  }
}

/**
 * The hits as one text to hash or compare, regardless of their order; null without hits. If the channel's previous game
 * had the same text, the file still belongs to that game.
 */
export function hitsContent(
  hits: readonly Pick<CheckpointHit, 'number' | 'login'>[],
): string | null {
  return hits.length === 0
    ? null
    : JSON.stringify(hits.map((hit) => `${hit.number} ${hit.login}`).sort())
}
