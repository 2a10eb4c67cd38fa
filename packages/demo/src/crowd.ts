import type { Entrant } from '@rollcall/formats/testing/make-games'
import { makeRacerNames } from '@rollcall/formats/testing/racer-names'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { racerName } from '@rollcall/scoring/racer'

/** The streamers who meet for events. */
export const STREAMERS = ['MarbleMaven', 'Gravelgran', 'Pebblewick', 'Rolly_Polly']

const RACERS = 140
const REGULARS = 26

/** The same people enter every single game, including the streamers. */
export function makeCrowd(): Entrant[] {
  const random = new SeededRandom('the crowd of the events')
  const streamers = STREAMERS.map((name) => racerName({ platform: DEFAULT_PLATFORM, login: name }))
  const others = makeRacerNames(random, { count: RACERS, taken: streamers })
  return [...streamers, ...others].map((login) => ({ login, skill: 1 }))
}

/** Those who race in leagues. */
export const makeRegulars = () => makeCrowd().slice(0, REGULARS)
