/** Simulated games: the files that the game would leave behind, generated from a seed. */

import { type Entrant, makeGame, makeTiltLevel } from '@rollcall/formats/testing/make-games'
import { makeRacerNames } from '@rollcall/formats/testing/racer-names'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import type { GameMode } from '@rollcall/scoring/games'

export interface SimulatedGame {
  mode: GameMode
  gameKey: string
  racers: number
  /** The sum of all racers' points. */
  points: number
  /** By the name that the game gives them. */
  files: ReadonlyMap<string, Buffer>
}

const MIN_RACERS = 10
const MAX_RACERS = 850
/** One lobby in this many is a crowd. */
const CROWD_EVERY = 12
const UTF_16_MARK = '\uFEFF'

export class PlayedGames {
  readonly #random: SeededRandom
  readonly #audience: readonly Entrant[]
  #tiltLevel = 1

  constructor(seed: string) {
    this.#random = new SeededRandom(seed)
    const logins = makeRacerNames(this.#random, { count: MAX_RACERS, taken: [] })
    this.#audience = logins.map((login, index) => ({
      login,
      skill: this.#random.heavyTailed(0.5),
      // A single name like this makes the game write the whole file as UTF-16.
      ...(index % 150 === 149 && { displayName: `${login}_レース` }),
    }))
  }

  next(finishedAt: Date): SimulatedGame {
    const random = this.#random
    const chance = random.next()
    if (chance < 0.15) {
      return this.#tilt(finishedAt)
    }
    const mode = chance < 0.35 ? 'royale' : 'race'
    const made = makeGame(random, { mode, entrants: this.#lobby(), finishedAt })
    const name = mode === 'race' ? 'LastSeasonRace' : 'LastSeasonRoyale'
    return makePlayedGame(mode, made.raceData, [
      [`${name}.csv`, made.raceData],
      [`${name}Summary.csv`, made.summaryData],
      ...(mode === 'race'
        ? ([
            ['LastRaceNumbersHit.csv', made.checkpointData],
            ['LastCustomRaceMapPlayed.csv', makeMapFile(random)],
          ] as const)
        : []),
    ])
  }

  #tilt(finishedAt: Date): SimulatedGame {
    const level = this.#tiltLevel
    this.#tiltLevel = level === 12 ? 1 : level + 1
    const made = makeTiltLevel(this.#random, { level, entrants: this.#lobby(), finishedAt })
    return makePlayedGame('tilt', made.raceData, [
      ['LastTiltLevelPlayers.csv', made.raceData],
      ['LastTiltLevel.csv', made.summaryData],
    ])
  }

  #lobby(): Entrant[] {
    const most = this.#random.onceIn(CROWD_EVERY) ? MAX_RACERS : 67
    const count = this.#random.whole(MIN_RACERS, most)
    return this.#random.shuffled(this.#audience).slice(0, count)
  }
}

function makePlayedGame(
  mode: GameMode,
  results: string,
  files: readonly (readonly [string, string])[],
): SimulatedGame {
  const [heading = '', ...rows] = results.trimEnd().split('\r\n')
  const column = heading.split(',').findIndex((name) => /PointsEarned$/.test(name))
  const id = heading.split(',').indexOf('SnapshotId')
  return {
    mode,
    gameKey: rows[0]?.split(',')[id] ?? '',
    racers: rows.length,
    points: rows.reduce((sum, row) => sum + Number(row.split(',')[column]), 0),
    files: new Map(files.map(([name, text]) => [name, encode(text)])),
  }
}

/** ASCII if that is enough, otherwise UTF-16 with a byte order mark. */
function encode(text: string): Buffer {
  const isAscii = Array.from(text).every((character) => character < '\u0080')
  return isAscii ? Buffer.from(text, 'latin1') : Buffer.from(UTF_16_MARK + text, 'utf16le')
}

function makeMapFile(random: SeededRandom): string {
  const headings =
    'MapName,CreatorName,DateCreated,TotalRaces,ElimRate,AverageFinishTime,RecordTime,RecordHolderName,DateSet,StreamerRecordHolder'
  const races = random.whole(1, 400)
  return `${headings}\r\nfunnel falls,mapmaker_mo,2026-01-10T12:00:00Z,${races},0.4,81.5,,,,\r\n`
}
