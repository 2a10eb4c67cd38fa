/** The public companion's file for an event: docs/formats.md, The event file. */
import { decodeBeginning } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, type FileWarning, inPart, quoted, WarningList } from './problem.ts'
import { readFirstOfTable } from './read-table.ts'
import {
  type RacerTotals,
  racersContent,
  readRacers,
  readTotals,
  SNAPSHOT_LIMITS,
  sameChannel,
  TOTALS_COLUMNS,
} from './snapshot-rows.ts'

/** One racer's totals in an event, on one channel. */
export interface EventRacer extends RacerTotals {
  kills: number | null
  /** Whole hundredths: an event's damage may have decimals. */
  damageHundredths: number | null
  eliminations: number | null
  /** Whole hundredths, exact; below 0 where the configuration takes points. */
  eventPointsHundredths: number | null
}

export interface EventSnapshot {
  /** As the first row writes it; empty where no row names one. */
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
 * The channel that the part `eventData` is for, as its first row writes it; empty without one. However
 * long the file is, only its beginning is read.
 *
 * @throws FileProblem with part `eventData`: what `decodeBeginning` and `readFirstOfTable` throw.
 */
export function readEventChannel(bytes: Uint8Array): string {
  return inPart(EVENT_FORMAT.name, () => {
    const beginning = decodeBeginning(bytes, SNAPSHOT_LIMITS.bytes)
    const { rows, columns } = readFirstOfTable(beginning, EVENT_FORMAT, {
      limits: SNAPSHOT_LIMITS,
      count: 1,
    })
    return rows[0]?.cells[columns.channel] ?? ''
  })
}

/**
 * The part `eventData`, one row per racer.
 *
 * @throws FileProblem with part `eventData`: `channel_mismatch` (rows of two channels), and what
 *   `readRacers` throws.
 */
export function readEventData(bytes: Uint8Array): EventSnapshot {
  return inPart(EVENT_FORMAT.name, () => {
    const warnings = new WarningList()
    let channel: string | undefined
    let isOfChannel = sameChannel('')
    const racers = readRacers(bytes, { format: EVENT_FORMAT, warnings }, (cells) => {
      const rowChannel = cells.text('channel')
      if (channel === undefined) {
        channel = rowChannel
        isOfChannel = sameChannel(channel)
      }
      if (!isOfChannel(rowChannel)) {
        throw new FileProblem(
          'channel_mismatch',
          `This row is for the channel ${quoted(rowChannel)}, but the first row is for ${quoted(channel)}.`,
          cells.place('channel'),
        )
      }
      return {
        ...readTotals(cells),
        kills: cells.whole('br_kills'),
        damageHundredths: cells.hundredths('br_damage'),
        // The companion always writes 0: unknown.
        eliminations: cells.whole('eliminations') || null,
        eventPointsHundredths: cells.hundredths('event_points', { negative: true }),
      }
    })
    return { channel: channel ?? '', racers, warnings: warnings.list() }
  })
}

/**
 * What a snapshot says, not how it was written, as one text to hash or compare: order of rows, line
 * ends, encoding and the letter case of the channel make no difference.
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
