/**
 * The processor time for reading the largest files, and one with unreadable rows: the slowest of five readings,
 * usually the first.
 *
 * Run with `node bench/files.ts`.
 */
import { readFileSync } from 'node:fs'
import { readEventData } from '@rollcall/formats/event-file'
import { readGameFiles } from '@rollcall/formats/game-files'
import { readStreamerData, readViewerData } from '@rollcall/formats/season-files'
import { samples } from '@rollcall/formats/testing/samples'
import { judge } from './figures.ts'
import { eventFile, seasonFiles } from './uploads.ts'

const RACERS = 50_000
const RUNS = 5
const CHANNEL = 'bench_channel'

const season = seasonFiles({ channel: CHANNEL, season: 75, racers: RACERS, points: 1_000_000 })
const [streamerData, viewerData, eventData] = [
  season.streamerData,
  season.viewerData,
  eventFile({ channel: CHANNEL, racers: RACERS, points: 1_000_000 }),
].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]
const race = (name: string) =>
  readFileSync(new URL(`race/v4/10-big-850-players/${name}.csv`, samples))
const raceFiles = {
  raceData: race('LastSeasonRace'),
  checkpointData: null,
  summaryData: race('LastSeasonRaceSummary'),
}

const verdicts = [
  measure(`a season of ${RACERS} racers`, 2_000, () =>
    readViewerData(viewerData, readStreamerData(streamerData)),
  ),
  measure(`an event file of ${RACERS} racers`, 2_000, () => readEventData(eventData)),
  measure('a race of 850 marbles', 100, () => readGameFiles(raceFiles)),
  measure('8 MiB of lines in quotes', 1_000, () => {
    try {
      readEventData(Buffer.alloc(8 * 1024 * 1024, '"\n",'))
    } catch {
      return
    }
    throw new Error('the file was accepted')
  }),
]
process.exitCode = verdicts.every(Boolean) ? 0 : 1

function measure(what: string, most: number, read: () => unknown): boolean {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage()
    read()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  return judge(`${what}, ms`, Math.max(...times), { most })
}
