/** Makes a day log as the public companion writes it, from a seed. */
import { HOUR_MS } from '../durations.ts'
import { type Entrant, joinLines } from './make-games.ts'
import type { SeededRandom } from './seeded-random.ts'

interface LoggedGame {
  mode: 'race' | 'royale'
  entrants: readonly Entrant[]
  finishedAt: Date
}

export function makeDayLog(random: SeededRandom, games: readonly LoggedGame[]): string {
  return joinLines(games.flatMap((game) => rowsOf(random, game)))
}

function rowsOf(random: SeededRandom, { mode, entrants, finishedAt }: LoggedGame): string[] {
  const stamp = stampOf(finishedAt)
  const count = entrants.length
  const isRace = mode === 'race'
  const finishers = isRace ? Math.ceil(count * 0.6) : 1
  return entrants
    .map((racer) => ({ racer, luck: random.next() ** (1 / racer.skill) }))
    .sort((a, b) => b.luck - a.luck)
    .map(({ racer: { login, displayName = login } }, index) => {
      const isOut = index >= finishers
      const paid = isRace ? Math.round(12 * count * 0.88 ** index) : 9 * count
      const points = index < (isRace ? Math.floor(count / 4) : 1) ? paid : 0
      const kills = isRace ? 0 : Math.floor(random.next() ** 2 * Math.max(1, (count - index) / 4))
      const cells = [
        ...[index + 1, login, displayName, points, isRace ? 'Race' : 'BR', stamp, count, isOut],
        ...[kills, kills * 90, '[]'],
      ]
      return (isRace ? [...cells, 0] : cells).join(',')
    })
}

const EASTERN = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** US Eastern time less 12 hours. */
function stampOf(instant: Date): string {
  const eastern = new Date(`${EASTERN.format(instant).replace(' ', 'T')}Z`)
  return new Date(eastern.getTime() - 12 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
}
