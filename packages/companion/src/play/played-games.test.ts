import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readGameFiles } from '@rollcall/formats/game-files'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { expect, it } from 'vitest'
import { PlayedGames, type SimulatedGame } from './played-games.ts'
import { writeGame } from './write-game.ts'

const RESULTS = ['LastSeasonRace.csv', 'LastSeasonRoyale.csv', 'LastTiltLevelPlayers.csv']
const SUMMARIES = ['LastSeasonRaceSummary.csv', 'LastSeasonRoyaleSummary.csv', 'LastTiltLevel.csv']

function readPlayed({ files }: SimulatedGame) {
  const pick = (names: string[]) => names.map((name) => files.get(name)).find(Boolean) ?? null
  return readGameFiles({
    raceData: pick(RESULTS) ?? new Uint8Array(),
    checkpointData: files.get('LastRaceNumbersHit.csv') ?? null,
    summaryData: pick(SUMMARIES),
  })
}

it('plays games of every mode and size, all of them complete and rankable', () => {
  const played = new PlayedGames('seed')
  const games = Array.from({ length: 60 }, (_, index) => played.next(new Date(1e12 + index * 1e5)))
  const read = games.map(readPlayed)
  expect(new Set(read.map(({ mode }) => mode))).toEqual(new Set(['race', 'royale', 'tilt']))
  expect(read.every(({ isRankable }) => isRankable)).toBe(true)
  expect(games.map(({ gameKey }) => gameKey)).toEqual(read.map(({ gameKey }) => gameKey))
  expect(new Set(games.map(({ gameKey }) => gameKey)).size).toBe(60)
  const sums = read.map(({ results }) =>
    results.reduce((sum, { points }) => sum + (points ?? 0), 0),
  )
  expect(games.map(({ points }) => points)).toEqual(sums)
  expect(Math.max(...games.map(({ racers }) => racers))).toBeGreaterThan(200)
  const isUtf16 = ({ files }: SimulatedGame) => [...files.values()].some((file) => file[0] === 0xff)
  expect(new Set(games.map(isUtf16))).toEqual(new Set([true, false]))
})

it('writes what it played', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-play-'))
  try {
    const game = new PlayedGames('seed').next(new Date(1e12))
    await writeGame(folder, game, { random: new SeededRandom('writing'), spreadMs: 10 })
    for (const [name, bytes] of game.files) {
      expect(await readFile(path.join(folder, name))).toEqual(bytes)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
