/** Recognises a file by its beginning: docs/formats.md, Headings. */

import type { GameMode } from '@rollcall/scoring/games'
import { decodeBeginning } from './decode-text.ts'
import { EVENT_FORMAT } from './event-file.ts'
import { SUMMARY_FORMAT } from './game-summary.ts'
import { FileProblem } from './problem.ts'
import { RACE_FORMATS, ROYALE_FORMATS } from './race-and-royale.ts'
import { readFirstRows, type TableRow } from './read-rows.ts'
import { fitHeadings } from './read-table.ts'
import { STREAMER_FORMAT, VIEWER_FORMAT } from './season-files.ts'
import { SNAPSHOT_LIMITS } from './snapshot-rows.ts'
import { TILT_FORMATS, TILT_LEVEL_FORMATS } from './tilt-level.ts'

export type RecognisedFile =
  /** `key` is the SnapshotId in lower case; null in a legacy file. */
  | { kind: 'results' | 'summary'; mode: GameMode; key: string | null }
  /** `season` is the season of the first row; null without rows. */
  | { kind: 'streamerData' | 'viewerData'; season: string | null }
  | { kind: 'checkpoints' | 'eventData' | 'dayLog' | 'map' | 'watchedMarble' }

/** A community map and its record: docs/formats.md, Known, but not stored. */
export const MAP_FORMAT = {
  name: 'map',
  columns: [
    'MapName',
    'CreatorName',
    'DateCreated',
    'TotalRaces',
    'ElimRate',
    'AverageFinishTime',
    'RecordTime',
    'RecordHolderName',
    'DateSet',
    'StreamerRecordHolder',
  ],
} as const

/** The marble in view, which is no game: docs/formats.md, Known, but not stored. */
const WATCHED_MARBLE_COLUMNS = ['SnapshotId', 'WatchState', 'TargetType', 'Username']

const FORMATS = [
  ...RACE_FORMATS,
  ...ROYALE_FORMATS,
  ...TILT_FORMATS,
  SUMMARY_FORMAT,
  ...TILT_LEVEL_FORMATS,
  STREAMER_FORMAT,
  VIEWER_FORMAT,
  EVENT_FORMAT,
  MAP_FORMAT,
] as const

/** The headings of the checkpoint file are not published, but it has few columns. */
const MOST_CHECKPOINT_COLUMNS = 5
const FEWEST_CHECKPOINT_COLUMNS = 3

/**
 * What kind of file this is. Checks no row after the first.
 *
 * @throws FileProblem `unknown_header`, and what `decodeBeginning` and `readFirstRows` throw
 */
export function recogniseFile(bytes: Uint8Array): RecognisedFile {
  const beginning = decodeBeginning(bytes, SNAPSHOT_LIMITS.bytes)
  const [heading, first] = readFirstRows(beginning, { limits: SNAPSHOT_LIMITS, count: 2 })
  if (/^\d+$/.test(heading?.cells[0] ?? '')) {
    return { kind: 'dayLog' }
  }
  // Some programs write a map with tabs.
  if (includesAll(heading?.cells[0]?.split('\t'), MAP_FORMAT.columns)) {
    return { kind: 'map' }
  }
  if (includesAll(heading?.cells, WATCHED_MARBLE_COLUMNS)) {
    return { kind: 'watchedMarble' }
  }
  try {
    const { name, columns } = fitHeadings(heading, FORMATS)
    return describeFile(name, (column) => {
      const index = columns[column]
      return (index === undefined ? undefined : first?.cells[index]) ?? null
    })
  } catch (error) {
    if (error instanceof FileProblem && areCheckpoints(heading, first)) {
      return { kind: 'checkpoints' }
    }
    throw error
  }
}

function describeFile(
  name: (typeof FORMATS)[number]['name'],
  findCell: (column: string) => string | null,
): RecognisedFile {
  const key = findCell('SnapshotId')?.toLowerCase() ?? null
  switch (name) {
    case 'race v4':
    case 'legacy race':
      return { kind: 'results', mode: 'race', key }
    case 'royale v4':
    case 'legacy royale':
      return { kind: 'results', mode: 'royale', key }
    case 'tilt v4':
    case 'legacy tilt':
      return { kind: 'results', mode: 'tilt', key }
    case 'tilt level v4':
    case 'legacy tilt level':
    case 'legacy tilt level without Live':
      return { kind: 'summary', mode: 'tilt', key }
    case 'summary v4':
      return {
        kind: 'summary',
        mode: findCell('GameMode')?.toLowerCase() === 'royale' ? 'royale' : 'race',
        key,
      }
    case 'streamerData':
    case 'viewerData':
      return { kind: name, season: findCell('season') }
    default:
      return { kind: name }
  }
}

function areCheckpoints(heading: TableRow | undefined, first: TableRow | undefined): boolean {
  const width = heading?.cells.length ?? 0
  return (
    width >= FEWEST_CHECKPOINT_COLUMNS &&
    width <= MOST_CHECKPOINT_COLUMNS &&
    (first === undefined || /^\d+$/.test(first.cells[0] ?? ''))
  )
}

function includesAll(headings: readonly string[] = [], columns: readonly string[]): boolean {
  const names = headings.map((name) => name.toLowerCase())
  return columns.every((column) => names.includes(column.toLowerCase()))
}
