/** Games and event snapshots as the companion uploads them. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { samples } from '@rollcall/formats/testing/samples'
import type { InjectOptions } from 'fastify'
import { formUpload, type UploadOptions } from './season-files.ts'

export const sampleFile = (path: string): Buffer => readFileSync(new URL(path, samples))

/** The result, checkpoint and summary file of a sample folder, if they exist. */
export function sampleGame(folder: string): Record<string, Buffer> {
  const names = {
    raceData: ['LastSeasonRace', 'LastSeasonRoyale', 'LastTiltLevelPlayers', 'raceData'],
    checkpointData: ['LastRaceNumbersHit', 'checkpointData'],
    summaryData: ['LastSeasonRaceSummary', 'LastSeasonRoyaleSummary', 'LastTiltLevel'],
  }
  const found = Object.entries(names).flatMap(([part, candidates]) => {
    const name = candidates.find((it) => existsSync(new URL(`${folder}/${it}.csv`, samples)))
    return name === undefined ? [] : [[part, sampleFile(`${folder}/${name}.csv`)] as const]
  })
  return Object.fromEntries(found)
}

export const EVENT_HEADINGS =
  'racer_name,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations,event_points'

/** Only the headings: nobody hit a checkpoint. */
export const NO_HITS = Buffer.from('Number,Username,DisplayName,NameColorHex\r\n')

/** A racer as the game writes it. A string is the login of a Twitch racer with a white name. */
export type RacerInFile =
  | string
  | { login: string; name?: string; platform?: string; color?: string }

const cellsOf = (racer: RacerInFile) => {
  const {
    login,
    name = login,
    platform = 'Twitch',
    color = 'FFFFFFFF',
  } = typeof racer === 'string' ? { login: racer } : racer
  return [login, name, platform, color]
}

/** The map and the session of a race, and its results. Places count from 0. */
interface RaceInFile {
  map?: string
  creator?: string
  sessionType?: string
  seconds?: (place: number) => number
  isEliminated?: (place: number) => boolean
}

/** The files of a race with these racers, the winner first; a rankable one unless its session is of another type. */
export function raceFiles(
  racers: readonly RacerInFile[],
  finishedAt: Date,
  {
    map = 'Hill',
    creator = 'Pixel by Pixel Studios',
    sessionType = 'Qualifying',
    seconds = (place) => 60 + place,
    isEliminated = () => false,
  }: RaceInFile = {},
): Record<string, Buffer> {
  const id = randomUUID()
  const results = racers.map((racer, place) =>
    [
      ...[id, place + 1, ...cellsOf(racer)],
      ...[racers.length - place, 1, 0, 1, seconds(place), isEliminated(place)],
    ].join(','),
  )
  const eliminated = racers.filter((_, place) => isEliminated(place)).length
  const [winner = ''] = racers.map(cellsOf).map(([login]) => login)
  const summary = [
    ...[4, id, finishedAt.toISOString(), 'Final', 'Race', sessionType, map, creator],
    ...[racers.length, racers.length - eliminated, eliminated, 'Twitch', winner],
  ]
  return {
    raceData: lines(
      'SnapshotId,Position,Username,DisplayName,Platform,NameColorHex,SeasonPointsEarned,SeasonPointsTotal,SeasonWinsTotal,SeasonMatchesPlayedTotal,TimeInRaceSeconds,Eliminated',
      ...results,
    ),
    summaryData: lines(
      'SchemaVersion,SnapshotId,GeneratedAtUtc,Status,GameMode,SessionType,MapName,MapCreator,PlayerCount,FinishedCount,EliminatedCount,WinnerPlatform,WinnerUsername',
      summary.join(','),
    ),
  }
}

const lines = (...rows: string[]) => Buffer.from([...rows, ''].join('\r\n'))

export function gameUpload(
  files: Record<string, Buffer>,
  options: UploadOptions = {},
): InjectOptions {
  return formUpload('/api/app/upload-mpl-data', { checkpointData: NO_HITS, ...files }, options)
}

export function eventUpload(
  { eventId, eventData }: { eventId: number | string; eventData: Buffer },
  options: UploadOptions = {},
): InjectOptions {
  const fields = { eventId: String(eventId), ...options.fields }
  return formUpload('/api/app/upload-event-data', { eventData }, { ...options, fields })
}

export function importUpload(dayLog: Buffer, options: UploadOptions = {}): InjectOptions {
  return formUpload('/api/companion/import', { dayLog }, options)
}
