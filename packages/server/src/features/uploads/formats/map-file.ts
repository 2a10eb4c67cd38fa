import { gameLimits, readGameText, type UploadedFile } from './game-file.ts'
import { onlyRow } from './game-summary.ts'
import type { NamedCells } from './named-cells.ts'
import { quoted, UploadProblem } from './problem.ts'
import type { Delimiter } from './read-rows.ts'
import { readTable, type Table } from './read-table.ts'

/** A community map and its record over all channels (the domain reference, 1.9). */
export interface PlayedMap {
  name: string
  creator: string | null
  /** ISO 8601 in UTC. */
  createdAt: string | null
  totalRaces: number | null
  /** Of all who raced, 0 to 1. */
  eliminationRate: number | null
  /** Whole microseconds. */
  averageFinishTimeUs: number | null
  /** Null while nobody holds it. */
  record: MapRecord | null
}

export interface MapRecord {
  /** Whole microseconds. */
  timeUs: number
  /** A display name. */
  holder: string
  /** YYYY.MM.DD-HH.MM.SS in a time zone that nobody has proved: text. */
  setOn: string | null
  /** What it means is disputed; for no logic. */
  streamer: string | null
}

const mapFormat = {
  name: 'LastCustomRaceMapPlayed',
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

/**
 * LastCustomRaceMapPlayed.csv (the domain reference, 1.9): one row, its cells separated by commas,
 * tabs or semicolons. A comma within a name that has no quotation marks is refused, not guessed at.
 *
 * @throws UploadProblem with the part: `no_rows`, `bad_row`, `bad_value`, `unknown_header`,
 *   `incomplete`, and what `decodeText` throws.
 */
export function readMapFile(file: UploadedFile): PlayedMap {
  return readGameText(file, (text) =>
    readMap(readTable(text, [mapFormat], gameLimits, delimiterOf(text))),
  )
}

function readMap(table: Table<typeof mapFormat>): PlayedMap {
  const cells = onlyRow(table)
  return {
    name: cells.givenText('MapName'),
    creator: cells.text('CreatorName') || null,
    createdAt: cells.instant('DateCreated'),
    totalRaces: cells.whole('TotalRaces'),
    eliminationRate: rateOf(cells),
    averageFinishTimeUs: cells.secondsAsUs('AverageFinishTime'),
    record: recordOf(cells),
  }
}

/** The game writes no holder, and nothing or 0 as time, where there is no record. */
function recordOf(cells: NamedCells<(typeof mapFormat.columns)[number]>): MapRecord | null {
  const timeUs = cells.secondsAsUs('RecordTime')
  const holder = cells.text('RecordHolderName')
  if (!timeUs || holder === '') return null
  return {
    timeUs,
    holder,
    setOn: cells.text('DateSet') || null,
    streamer: cells.text('StreamerRecordHolder') || null,
  }
}

function rateOf(cells: NamedCells<'ElimRate'>): number | null {
  const text = cells.text('ElimRate')
  if (text === '') return null
  if (/^(0(\.\d+)?|1(\.0+)?)$/.test(text)) return Number(text)
  throw new UploadProblem(
    'bad_value',
    `${quoted(text)} is not a rate from 0 to 1.`,
    cells.place('ElimRate'),
  )
}

/** The one that stands most often in the line of headings. */
function delimiterOf(text: string): Delimiter {
  const [headings = ''] = text.trimStart().split(/[\r\n]/, 1)
  const count = (delimiter: Delimiter) => headings.split(delimiter).length
  return ([',', '\t', ';'] as const).toSorted((a, b) => count(b) - count(a))[0] ?? ','
}
