/** Games and event standings as the companion uploads them. */
import { existsSync, readFileSync } from 'node:fs'
import { samples } from '@rollcall/formats/testing/samples'
import type { InjectOptions } from 'fastify'
import { formUpload, type UploadOptions } from './season-files.ts'

export const sampleFile = (path: string): Buffer => readFileSync(new URL(path, samples))

/** The result, checkpoint and summary file of a sample folder, as far as they are there. */
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

/** Headings alone: nobody hit a checkpoint. */
export const NO_HITS = Buffer.from('Number,Username,DisplayName,NameColorHex\r\n')

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
