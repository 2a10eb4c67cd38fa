/** The public companion's file for an event: docs/formats.md, The event file. */
import type { Cells } from './cells.ts'
import { decodeText } from './decode-text.ts'
import { normalisedLogin } from './names.ts'
import { FileProblem, type FileWarning, inPart, quoted, WarningList } from './problem.ts'
import { readTable } from './read-table.ts'
import { readRacers, SNAPSHOT_LIMITS, sameChannel } from './season-files.ts'

/** One racer's totals in an event, on one channel. Null is unknown, never 0. */
export interface EventRacer {
  login: string
  racePoints: number | null
  raceWins: number | null
  raceRaces: number | null
  royalePoints: number | null
  royaleWins: number | null
  royaleGames: number | null
  crownWins: number | null
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

const EVENT_FORMAT = {
  name: 'eventData',
  columns: [
    'racer_name',
    'channel',
    'race_points',
    'race_wins',
    'race_races',
    'br_points',
    'br_wins',
    'br_races',
    'crownwins',
    'br_kills',
    'br_damage',
    'eliminations',
    'event_points',
  ],
} as const

type EventCells = Cells<(typeof EVENT_FORMAT.columns)[number]>

/**
 * The part `eventData`, one row per racer.
 *
 * @throws FileProblem with part `eventData`: `channel_mismatch` (rows of two channels),
 *   `bad_value`, and what `decodeText` and `readTable` throw.
 */
export function readEventData(bytes: Uint8Array): EventSnapshot {
  const part = EVENT_FORMAT.name
  return inPart(part, () => {
    const warnings = new WarningList()
    const decoded = decodeText(bytes, SNAPSHOT_LIMITS.bytes)
    if (decoded.warning) {
      warnings.add({ ...decoded.warning, part })
    }
    const table = readTable(decoded.text, [EVENT_FORMAT], SNAPSHOT_LIMITS)
    const channel = table.rows[0]?.cells[table.columns.channel] ?? ''
    const isOfChannel = sameChannel(channel)
    const racers = readRacers(table, { part, warnings }, (cells) => {
      if (!isOfChannel(cells.text('channel'))) {
        throw new FileProblem(
          'channel_mismatch',
          `This row is for the channel ${quoted(cells.text('channel'))}, but the first row is for ${quoted(channel)}.`,
          cells.place('channel'),
        )
      }
      return readRacer(cells)
    })
    return { channel, racers, warnings: warnings.list() }
  })
}

function readRacer(cells: EventCells): EventRacer {
  return {
    login: normalisedLogin(cells.text('racer_name')),
    racePoints: cells.whole('race_points'),
    raceWins: cells.whole('race_wins'),
    raceRaces: cells.whole('race_races'),
    royalePoints: cells.whole('br_points'),
    royaleWins: cells.whole('br_wins'),
    royaleGames: cells.whole('br_races'),
    crownWins: cells.whole('crownwins'),
    kills: cells.whole('br_kills'),
    damageHundredths: cells.hundredths('br_damage'),
    // The companion always writes 0: unknown.
    eliminations: cells.whole('eliminations') || null,
    eventPointsHundredths: cells.hundredths('event_points', { negative: true }),
  }
}

/**
 * What a snapshot says, not how it was written, as one text to hash or compare: order of rows, line
 * ends, encoding and the letter case of the channel make no difference.
 */
export function eventContent(snapshot: EventSnapshot): string {
  const racers = snapshot.racers
    .toSorted((a, b) => (a.login < b.login ? -1 : 1))
    .map((r) => [
      r.login,
      r.racePoints,
      r.raceWins,
      r.raceRaces,
      r.royalePoints,
      r.royaleWins,
      r.royaleGames,
      r.crownWins,
      r.kills,
      r.damageHundredths,
      r.eliminations,
      r.eventPointsHundredths,
    ])
  return JSON.stringify([normalisedLogin(snapshot.channel), racers])
}
