import { createHash } from 'node:crypto'
import { normalisedLogin } from './cell-values.ts'
import { decodeText } from './decode-text.ts'
import { type NamedCells, namedCells } from './named-cells.ts'
import { inPart, quoted, UploadProblem, type UploadWarning } from './problem.ts'
import { readTable } from './read-table.ts'
import { seasonSnapshotLimits } from './season-snapshot.ts'
import { WarningList } from './warning-list.ts'

/** One racer's totals in an event, on one channel. Null is unknown, never 0. */
export interface EventRacer {
  /** Normalised: see `normalisedLogin`. */
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

/** A channel's standing in an event as the companion uploads it: everything every time. */
export interface EventSnapshot {
  /** As the first row writes it; empty where there is none, and the caller knows whose it is. */
  channel: string
  /** One per login, in the order of first appearance. */
  racers: EventRacer[]
  warnings: UploadWarning[]
}

/** The design, section 6: Limits. An event's snapshot may be as large as a season's. */
export const eventSnapshotLimits = seasonSnapshotLimits

const eventFormat = {
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

type EventHeading = (typeof eventFormat.columns)[number]

/**
 * The part `eventData` (the domain reference, 1.10): one row per racer; none is an event without
 * games. A row without a name is left out, of several rows with one login the last is taken
 * (never their sum), both with a warning (the domain reference, 6.3).
 *
 * @throws UploadProblem with part `eventData`: `channel_mismatch` (rows of two channels),
 *   `bad_value`, and what `decodeText` and `readTable` throw.
 */
export function readEventData(bytes: Uint8Array): EventSnapshot {
  const part = eventFormat.name
  return inPart(part, () => {
    const warnings = new WarningList()
    const decoded = decodeText(bytes, eventSnapshotLimits.bytes)
    if (decoded.warning) warnings.add({ ...decoded.warning, part })
    const { rows, columns } = readTable(decoded.text, [eventFormat], eventSnapshotLimits)

    const channel = rows[0]?.cells[columns.channel] ?? ''
    const channelLogin = normalisedLogin(channel)
    const racers = new Map<string, EventRacer>()
    for (const row of rows) {
      const cells = namedCells(row, columns)
      refuseOtherChannel(cells, { channel, channelLogin })
      const racer = readRacer(cells)
      if (racer.login === '') {
        const message = 'A row without a racer name was left out.'
        warnings.add({ code: 'row_without_name', message, part, line: row.line })
        continue
      }
      if (racers.has(racer.login)) {
        const message = `${quoted(racer.login)} stands more than once; the last row was taken.`
        warnings.add({ code: 'duplicate_racer', message, part, line: row.line })
      }
      racers.set(racer.login, racer)
    }
    return { channel, racers: [...racers.values()], warnings: warnings.list() }
  })
}

function refuseOtherChannel(
  cells: NamedCells<EventHeading>,
  { channel, channelLogin }: { channel: string; channelLogin: string },
): void {
  const rowChannel = cells.text('channel')
  if (rowChannel === channel || normalisedLogin(rowChannel) === channelLogin) return
  throw new UploadProblem(
    'channel_mismatch',
    `The row is of the channel ${quoted(rowChannel)}, but the first one of ${quoted(channel)}.`,
    cells.place('channel'),
  )
}

function readRacer(cells: NamedCells<EventHeading>): EventRacer {
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
    // The companion never counts them and always writes 0: unknown.
    eliminations: cells.whole('eliminations') || null,
    eventPointsHundredths: cells.hundredths('event_points', { negative: true }),
  }
}

/**
 * SHA-256 (hex) of what a snapshot says, not of how it was written: order of rows, line ends,
 * encoding and the letter case of the channel make no difference. Equal hash: the same snapshot.
 */
export function eventSnapshotHash(snapshot: EventSnapshot): string {
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
  const content = [normalisedLogin(snapshot.channel), racers]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
