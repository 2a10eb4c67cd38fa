/** Season files as the companion writes them, from samples or made for a test. */
import { readFileSync } from 'node:fs'
import { samples } from '@rollcall/formats/testing/samples'
import type { InjectOptions } from 'fastify'

const CRLF = '\r\n'

export interface SeasonFiles {
  streamerData: Buffer
  viewerData: Buffer
}

/** The pair of files in a sample folder, such as `uploads/season/01-normal`. */
export function sampleSeason(folder: string, season = 73): SeasonFiles {
  const file = (name: string) => readFileSync(new URL(`${folder}/${season}_${name}.csv`, samples))
  return { streamerData: file('streamerdata'), viewerData: file('racerdata') }
}

export interface MadeSeason {
  channel: string
  season?: number
  racers?: readonly { name: string; racePoints?: number; royalePoints?: number }[]
  points?: number
  games?: number
  raceHighScore?: number | ''
  royaleHighScore?: number | ''
  marbleDay?: string
}

/** A pair of files. A test names only the values it cares about. */
export function makeSeason(made: MadeSeason): SeasonFiles {
  const { channel, season = 75, racers = [{ name: 'racer' }], games = 10 } = made
  const { raceHighScore = 50, royaleHighScore = 40, marbleDay = '2026-09-14' } = made
  const rows = racers.map(({ name, racePoints = 100, royalePoints = 0 }) => ({
    points: racePoints + royalePoints,
    line: `${quote(name)},${season},${channel},${racePoints},1,5,${royalePoints},0,2,0,0,0,0`,
  }))
  const points = made.points ?? rows.reduce((sum, row) => sum + row.points, 0)
  const streamerHeader =
    'channel,season,points,total_races,race_hs,race_hs_today,br_hs,br_hs_today,marble_day'
  const viewerHeader =
    'racer_name,season,channel,race_points,race_wins,race_races,br_points,br_wins,br_races,crownwins,br_kills,br_damage,eliminations'
  return {
    streamerData: lines([
      streamerHeader,
      `${channel},${season},${points},${games},${raceHighScore},0,${royaleHighScore},0,${marbleDay}`,
    ]),
    viewerData: lines([viewerHeader, ...rows.map((row) => row.line)]),
  }
}

function lines(all: readonly string[]): Buffer {
  return Buffer.from(all.map((line) => line + CRLF).join(''))
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export interface UploadOptions {
  headers?: Record<string, string>
  /** An upload key in the address. */
  key?: string
  fields?: Record<string, string>
}

/** The upload of a season as the companion sends it. */
export function seasonUpload(
  files: Partial<SeasonFiles>,
  options: UploadOptions = {},
): InjectOptions {
  return formUpload('/api/app/upload-data', { ...files }, options)
}

/** A form as the companion sends it: without credentials, and with parts without a content type. */
export function formUpload(
  url: string,
  files: Readonly<Record<string, Buffer | undefined>>,
  { headers = {}, key, fields = {} }: UploadOptions,
): InjectOptions {
  const boundary = 'rollcall-test-boundary'
  const part = (disposition: string, content: Buffer | string) => [
    `--${boundary}${CRLF}Content-Disposition: form-data; ${disposition}${CRLF}${CRLF}`,
    content,
    CRLF,
  ]
  const payload = [
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...Object.entries(files).flatMap(([name, content]) =>
      content === undefined ? [] : part(`name="${name}"; filename="75_${name}.csv"`, content),
    ),
    `--${boundary}--${CRLF}`,
  ]
  return {
    method: 'POST',
    url: `${key === undefined ? '' : `/k/${key}`}${url}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload: Buffer.concat(payload.map((piece) => Buffer.from(piece))),
  }
}
