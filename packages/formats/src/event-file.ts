/** The public companion's file for an event: docs/formats.md, The event file. */
import { decodeBeginning } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, type FileWarning, inPart, WarningList } from './problem.ts'
import { readFirstTableRows } from './read-table.ts'
import {
  matchesChannel,
  type RacerTotals,
  racersContent,
  readRacers,
  readTotals,
  SNAPSHOT_LIMITS,
  TOTALS_COLUMNS,
} from './snapshot-rows.ts'

/** One racer's totals in an event, on one channel. */
export interface EventRacer extends RacerTotals {
  kills: number | null
  /** In whole hundredths, because an event's damage may have decimals. */
  damageHundredths: number | null
  eliminations: number | null
  /** In whole hundredths, exact; below 0 if the configuration takes points away. */
  eventPointsHundredths: number | null
}

export interface EventSnapshot {
  /** As the first row writes it; empty if no row names one. */
  channel: string
  /** One per login, in the order of first appearance. */
  racers: EventRacer[]
  warnings: FileWarning[]
}

export const EVENT_FORMAT = {
  name: 'eventData',
  columns: [
    'racer_name',
    'channel',
    ...TOTALS_COLUMNS,
    'br_kills',
    'br_damage',
    'eliminations',
    'event_points',
  ],
} as const

/**
 * The channel of the part `eventData`, as its first row writes it; empty if there is none. Reads only the beginning of
 * the file, no matter how long it is.
 *
 * @throws FileProblem with part `eventData`: what `decodeBeginning` and `readFirstTableRows` throw.
 */
export function readEventChannel(bytes: Uint8Array): string {
  return inPart(EVENT_FORMAT.name, () => {
    const beginning = decodeBeginning(bytes, SNAPSHOT_LIMITS.bytes)
    const { rows, columns } = readFirstTableRows(beginning, EVENT_FORMAT, {
      limits: SNAPSHOT_LIMITS,
      count: 1,
    })
    return rows[0]?.cells[columns.channel] ?? ''
  })
}

/**
 * Reads the part `eventData`, which has one row per racer.
 *
 * @throws FileProblem with part `eventData`: `channel_mismatch` (rows of two channels), and what
 *   `readRacers` throws.
 */
export function readEventData(bytes: Uint8Array): EventSnapshot {
  return inPart(EVENT_FORMAT.name, () => {
    const warnings = new WarningList()
    let channel: string | undefined
    let isSameChannel = matchesChannel('')
    const racers = readRacers(bytes, { format: EVENT_FORMAT, warnings }, (cells) => {
      const rowChannel = cells.text('channel')
      if (channel === undefined) {
        channel = rowChannel
        isSameChannel = matchesChannel(channel)
      }
      if (!isSameChannel(rowChannel)) {
        throw new FileProblem(
          'channel_mismatch',
          { reason: 'other_than_first_row', channel: rowChannel, expected: channel },
          cells.place('channel'),
        )
      }
      return {
        ...readTotals(cells),
        kills: cells.whole('br_kills'),
        damageHundredths: cells.hundredths('br_damage'),
        // The companion always writes 0, which means unknown.
        eliminations: cells.whole('eliminations') || null,
        eventPointsHundredths: cells.hundredths('event_points', { negative: true }),
      }
    })
    return { channel: channel ?? '', racers, warnings: warnings.list() }
  })
}

/**
 * A snapshot's content as one text to hash or compare. The order of rows, line ends, encoding and the letter case of
 * the channel make no difference.
 */
export function eventContent(snapshot: EventSnapshot): string {
  const racers = racersContent(snapshot.racers, (racer) => [
    racer.kills,
    racer.damageHundredths,
    racer.eliminations,
    racer.eventPointsHundredths,
  ])
  return JSON.stringify([normalisedLogin(snapshot.channel), racers])
}
