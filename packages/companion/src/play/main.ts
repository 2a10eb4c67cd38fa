/**
 * `npm run play -w @rollcall/companion -- FOLDER`: simulates a game that writes its files into a folder, for
 * demonstrations and tests.
 */
import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { PlayedGames } from './played-games.ts'
import { writeGame } from './write-game.ts'

const HELP = `npm run play -w @rollcall/companion -- FOLDER [--games 20] [--every 30] [--seed marbles]

Writes the files of races, royales and tilt levels into FOLDER as the game does: each game
overwrites the previous one. --games: how many; without it, until you stop it. --every: seconds
from one game to the next.
`
const SPREAD_MS = 3_000

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: 'Infinity' },
    every: { type: 'string', default: '30' },
    seed: { type: 'string', default: `${Date.now()}` },
  },
})
const [folder] = positionals
const games = Number(values.games)
const everyMs = Number(values.every) * 1_000
if (folder === undefined || !(games > 0) || !(everyMs > 0)) {
  process.stdout.write(HELP)
  process.exit(1)
}

await mkdir(folder, { recursive: true })
const played = new PlayedGames(values.seed)
const random = new SeededRandom(`${values.seed} writing`)
const spreadMs = Math.min(SPREAD_MS, everyMs / 4)
for (let number = 1; number <= games; number += 1) {
  const began = performance.now()
  const game = played.next(new Date())
  await writeGame(folder, game, { random, spreadMs })
  const { mode, racers, points } = game
  process.stdout.write(`${number}. ${mode}: ${racers} racers, ${points} points\n`)
  if (number < games) {
    await pause(Math.max(0, everyMs - (performance.now() - began)))
  }
}
