/** What an undo of an upload removes, and how numbers of seasons and events change. */
import { inDigits } from '@rollcall/scoring/problem'
import type { EventNumbers, NumbersChange, UndoneUpload } from '../uploads-mine.ts'

export type Gone = UndoneUpload['goes']['facts']

const MODES = { race: 'a race', royale: 'a royale', tilt: 'a tilt level' } as const

const counted = (count: number, one: string, many: string) =>
  `${inDigits(count)} ${count === 1 ? one : many}`

export const racersInWords = (count: number) => counted(count, 'racer', 'racers')

/** For example, `a race with 38 racers on Canyon`, or `the snapshot of season 75`. */
export function goneInWords(gone: Gone): string {
  switch (gone.kind) {
    case 'game': {
      const map = gone.map === null ? '' : ` on ${gone.map}`
      return `${MODES[gone.mode]} with ${racersInWords(gone.racers)}${map}`
    }
    case 'games':
      return `${inDigits(gone.count)} games`
    case 'season':
      return `the snapshot of season ${gone.season}`
    case 'event':
      return `the snapshot of the event ${gone.event}`
  }
}

export const undoneInWords = (gone: Gone, channel: string) =>
  `Removed ${goneInWords(gone)} of ${channel}.`

/** Says what has other numbers now, and from what to what they changed. */
export function changeInWords(facts: NumbersChange['facts']): Omit<NumbersChange, 'facts'> {
  switch (facts.kind) {
    case 'season':
      return {
        of: `Season ${facts.season}`,
        before: seasonInWords(facts.before),
        after: seasonInWords(facts.after),
      }
    case 'event':
      return {
        of: facts.event,
        before: eventInWords(facts.before),
        after: eventInWords(facts.after),
      }
    case 'more-events':
      return {
        of: counted(facts.count, 'more event', 'more events'),
        before: 'these games',
        after: 'none of them',
      }
  }
}

function seasonInWords(numbers: { points: number; games: number } | null): string {
  return numbers === null
    ? 'no results'
    : `${counted(numbers.points, 'point', 'points')} in ${counted(numbers.games, 'game', 'games')}`
}

/** For example, `7 games of this channel with 240 points`. */
function eventInWords({ games, racers, points, hasSnapshot }: EventNumbers): string {
  const played = counted(games, 'game', 'games')
  if (!hasSnapshot && games === 0) {
    return 'no results of this channel'
  }
  const withGames =
    games === 0 ? `a snapshot of ${racersInWords(racers)}` : `a snapshot and ${played}`
  const what = hasSnapshot ? withGames : `${played} of this channel`
  return points === null ? what : `${what} with ${counted(points, 'point', 'points')}`
}
