/** A streamer whose games count one by one has played all year: day logs, and tilt levels of the last evenings. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rollcall/formats/durations'
import { makeDayLog } from '@rollcall/formats/testing/make-day-log'
import { makeTiltLevel } from '@rollcall/formats/testing/make-games'
import { SeededRandom } from '@rollcall/formats/testing/seeded-random'
import { makeCrowd } from './crowd.ts'
import { DEMO_SEASON } from './demo-config.ts'
import type { DemoGiven } from './demo-step.ts'
import { lastDayOfSeason, SEASON_DAYS } from './sample-seasons.ts'

/** Has no snapshots, so that the games make the seasons. */
export const YEAR_STREAMER = 'LuckyLoop'

const DAYS = 365
const DAYS_OFF = 0.25
const GAMES_A_DAY = 4
const LOBBY = 20
/** The few who come all year. */
const REGULARS = 64
const FIRST_GAME_HOUR_UTC = 19
const TILT_EVENINGS = 3
const TILT_LEVELS = 5
const TILTED = 14

export async function fillYear({ apiClient, today, say }: DemoGiven): Promise<void> {
  const session = await apiClient.signIn(YEAR_STREAMER)
  const seasons = Map.groupBy(daysAgo(), seasonOf)
  for (const [season, days] of seasons) {
    const random = new SeededRandom(`the year of ${YEAR_STREAMER}, ${season}`)
    const games = days.flatMap((ago) => gamesOf(random, eveningOf(today, ago)))
    const files = { dayLog: makeDayLog(random, games) }
    const fields = { season: String(season) }
    await apiClient.uploadForm('/api/companion/import', { files, fields }, session)
  }
  for (let ago = 1; ago <= TILT_EVENINGS; ago += 1) {
    const random = new SeededRandom(`the tilt run of ${YEAR_STREAMER}, ${ago}`)
    for (let level = 1; level <= TILT_LEVELS; level += 1) {
      const entrants = random.shuffled(makeCrowd()).slice(0, TILTED)
      const end = eveningOf(today, ago).getTime() + 2 * HOUR_MS + level * 3 * MINUTE_MS
      const files = { ...makeTiltLevel(random, { level, entrants, finishedAt: new Date(end) }) }
      await apiClient.uploadForm('/api/app/upload-mpl-data', { files }, session)
    }
  }
  await apiClient.signOut(session)
  say(`  ${YEAR_STREAMER} has played for a year`)
}

/** The longest ago first, without days off; the last evening was none. */
function daysAgo(): number[] {
  const random = new SeededRandom(`the days off of ${YEAR_STREAMER}`)
  return Array.from({ length: DAYS }, (_, index) => DAYS - index).filter(
    (ago) => random.next() >= DAYS_OFF || ago === 1,
  )
}

function seasonOf(ago: number): number {
  const back = Math.ceil((ago - lastDayOfSeason(1) + 1) / (SEASON_DAYS + 1))
  return DEMO_SEASON - Math.max(0, back)
}

const eveningOf = (today: Date, ago: number) => {
  const day = new Date(today.getTime() - ago * DAY_MS).toISOString().slice(0, 10)
  return new Date(Date.parse(`${day}T00:00:00Z`) + FIRST_GAME_HOUR_UTC * HOUR_MS)
}

function gamesOf(random: SeededRandom, evening: Date) {
  const regulars = makeCrowd().slice(0, REGULARS)
  return Array.from({ length: GAMES_A_DAY }, (_, index) => ({
    mode: index % 4 === 3 ? ('royale' as const) : ('race' as const),
    entrants: random.shuffled(regulars).slice(0, LOBBY),
    finishedAt: new Date(evening.getTime() + index * 6 * MINUTE_MS),
  }))
}
