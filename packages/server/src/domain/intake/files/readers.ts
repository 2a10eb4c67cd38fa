/** Reads the files of an upload into the form that we store. */
import { createHash } from 'node:crypto'
import { readDayLog } from '@rollcall/formats/day-log'
import {
  type EventRacer,
  type EventSnapshot,
  eventContent,
  readEventData,
} from '@rollcall/formats/event-file'
import { type GameFiles, readGameFiles } from '@rollcall/formats/game-files'
import { type FileWarning, inPart } from '@rollcall/formats/problem'
import {
  readViewerData,
  type SeasonRacer,
  type SeasonTotals,
  seasonContent,
} from '@rollcall/formats/season-files'
import type { RacerTotals } from '@rollcall/formats/snapshot-rows'
import type { ReadRacers } from '../../standings/snapshot-racers.ts'

const HUNDREDTHS = 100

/** The readers by kind of upload; `reading-thread.ts` runs them too. */
export const READERS = {
  season: ({ viewerData, totals }: { viewerData: Uint8Array; totals: SeasonTotals }) => {
    const snapshot = readViewerData(viewerData, totals)
    const { points } = snapshot
    return { points, ...readyToStore(snapshot, seasonContent(snapshot), SEASON_COLUMNS) }
  },
  event: ({ eventData }: { eventData: Uint8Array }) => {
    const snapshot = readEventData(eventData)
    return {
      points: sumEventPoints(snapshot),
      ...readyToStore(snapshot, eventContent(snapshot), EVENT_COLUMNS),
    }
  },
  game: (files: GameFiles) => readGameFiles(files),
  import: ({ dayLog }: { dayLog: Uint8Array }) => inPart('dayLog', () => readDayLog(dayLog)),
}

export interface ReadSnapshot extends ReadRacers {
  /** SHA-256 of the files' content. */
  hash: string
  points: number
  warnings: FileWarning[]
}

export interface RacerColumn<Racer> {
  name: string
  type: 'integer' | 'numeric'
  read: (racer: Racer) => number | null
}

const integer = <Racer>(
  name: string,
  read: (racer: Racer) => number | null,
): RacerColumn<Racer> => ({ name, type: 'integer', read })

const TOTALS_COLUMNS: readonly RacerColumn<RacerTotals>[] = [
  integer('race_points', (racer) => racer.racePoints),
  integer('race_wins', (racer) => racer.raceWins),
  integer('race_games', (racer) => racer.raceGames),
  integer('royale_points', (racer) => racer.royalePoints),
  integer('royale_wins', (racer) => racer.royaleWins),
  integer('royale_games', (racer) => racer.royaleGames),
  integer('crown_wins', (racer) => racer.crownWins),
]

export const SEASON_COLUMNS: readonly RacerColumn<SeasonRacer>[] = [
  ...TOTALS_COLUMNS,
  integer('kills', (racer) => racer.kills),
  integer('damage', (racer) => racer.damage),
  integer('eliminations', (racer) => racer.eliminations),
]

export const EVENT_COLUMNS: readonly RacerColumn<EventRacer>[] = [
  ...TOTALS_COLUMNS,
  integer('kills', (racer) => racer.kills),
  {
    name: 'damage',
    type: 'numeric',
    read: ({ damageHundredths }) =>
      damageHundredths === null ? null : damageHundredths / HUNDREDTHS,
  },
  integer('eliminations', (racer) => racer.eliminations),
  {
    name: 'event_points',
    type: 'numeric',
    read: (racer) => (racer.eventPointsHundredths ?? 0) / HUNDREDTHS,
  },
]

export function sumEventPoints({ racers }: EventSnapshot): number {
  const hundredths = racers.reduce((sum, racer) => sum + (racer.eventPointsHundredths ?? 0), 0)
  return hundredths / HUNDREDTHS
}

/** SHA-256 (hex) of a file's content, in the form that `@rollcall/formats` writes. */
export function contentHash(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function readyToStore<Racer extends RacerTotals>(
  { racers, warnings }: { racers: readonly Racer[]; warnings: FileWarning[] },
  content: string,
  columns: readonly RacerColumn<Racer>[],
) {
  const logins = racers.map(({ login }) => `"${login.replace(/["\\]/g, '\\$&')}"`)
  return {
    hash: contentHash(content),
    racerCount: racers.length,
    warnings,
    logins: arrayLiteral(logins),
    columns: columns.map(({ name, type, read }) => ({
      name,
      type,
      values: arrayLiteral(racers.map((racer) => read(racer) ?? 'NULL')),
    })),
  }
}

function arrayLiteral(values: readonly (string | number)[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`{${values.join(',')}}`)
}
