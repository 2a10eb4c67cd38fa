/**
 * Whether an event of 200 games with 850 results each is scored, ranked and explained row by row in less than a
 * second of processor time.
 *
 * Run with `node bench/scoring.ts`. Prints the processor time of each run; the slowest, usually the first, decides.
 */
import { STANDARD_CONFIGURATION } from '@rollcall/scoring/configuration'
import { renderTerms } from '@rollcall/scoring/explanation'
import type { CountedGame, GameMode } from '@rollcall/scoring/games'
import { rankRows } from '@rollcall/scoring/ranking'
import { scoreGames } from '@rollcall/scoring/score-games'
import { print } from './figures.ts'

const GAMES = 200
const RESULTS = 850
/** More racers than marbles, so that each game has different ones. */
const RACERS = 2_000
const CHECKPOINTS = 10
const RUNS = 5
const MAX_CPU_MS = 1_000

const MODES: GameMode[] = ['race', 'race', 'royale', 'race', 'tilt']

const configuration = {
  ...STANDARD_CONFIGURATION,
  // Every position gets points and everything counts, for the longest possible explanations.
  positions: Array.from({ length: RESULTS }, (_, index) => ({
    position: index + 1,
    points: RESULTS - index,
  })),
  participationPoints: 1,
  brKillPoints: 2,
  damagePoints: 0.01,
  crownWinPoints: 25,
  tiltLevelSurvivedPoints: 3,
  tiltTopTilteePoints: 7,
  checkpointPoints: 5,
  givePositionPointsOnDNF: true,
}

const random = makeRandom(1)
const games = Array.from({ length: GAMES }, (_, id) => makeGame(id))
const times = Array.from({ length: RUNS }, measure)
const slowestMs = Math.max(...times)

print(`${GAMES} games of ${RESULTS} results, scored, ranked and explained: processor time, ms`)
print(times.map((time) => time.toFixed(0)).join('\t'))
print(slowestMs < MAX_CPU_MS ? 'ok' : `FAILED: not under ${MAX_CPU_MS} ms`)
process.exitCode = slowestMs < MAX_CPU_MS ? 0 : 1

/** The processor time of all threads of the process, in milliseconds. */
function measure(): number {
  const start = process.cpuUsage()
  const rows = rankRows(scoreGames({ configuration, games }))
  const explanations = rows.map(({ terms }) => renderTerms(terms))
  const { user, system } = process.cpuUsage(start)
  if (explanations.length !== RACERS || explanations.includes('')) {
    throw new Error('not every racer has an explained row')
  }
  return (user + system) / 1000
}

function makeGame(id: number): CountedGame {
  const first = Math.floor(random() * RACERS)
  const logins = Array.from({ length: RESULTS }, (_, index) => `racer_${(first + index) % RACERS}`)
  const mode = MODES[id % MODES.length] ?? 'race'
  return {
    mode,
    playerCount: RESULTS,
    results: logins.map((login, index) => ({
      platform: 'twitch',
      login,
      position: index + 1,
      points: Math.floor(random() * 5_000),
      eliminated: random() < 0.5,
      kills: mode === 'royale' ? Math.floor(random() * 10) : null,
      damage: mode === 'royale' ? Math.floor(random() * 1_000) : null,
      isTopTiltee: mode === 'tilt' && index === 0,
    })),
    checkpointHits: logins
      .slice(0, CHECKPOINTS)
      .map((login, index) => ({ number: index + 1, platform: 'twitch', login })),
  }
}

/** Generates the same numbers between 0 and 1 in every run. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
