import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('channels/night', {
  kind: 'A night of <channel/>',
  name: (channel: string, day: string) => `${channel}, ${day}`,
  time: '<from/> to <until/> the next day, noon in New York',
  running: 'Still running, until <until/>',
  beside: 'Other nights',
  nothing: 'Nothing was played on this day',
  nothingHint: 'Look at the night before or after.',
  nothingYet: 'Nothing has been played yet',
  nothingYetHint: 'Each game appears here as soon as it ends.',
  fromDayBefore: 'The stream began <night>the day before</night>.',
  intoNextDay: 'The stream went on <night>into the next day</night>.',

  list: {
    title: 'Evenings',
    none: 'An evening appears here as soon as you have played.',
    won: (more: number) =>
      more === 0 ? '<racer/> won' : `<racer/> and ${formatNumber(more)} more won`,
    leads: (more: number) =>
      more === 0 ? '<racer/> leads' : `<racer/> and ${formatNumber(more)} more lead`,
    nobody: 'No points that count in a season',
    facts: (games: number, racers: number) => {
      const played = formatCount(games, { one: 'game', other: 'games' })
      const field = formatCount(racers, { one: 'racer', other: 'racers' })
      return racers === 0 ? played : `${played} · ${field}`
    },
    earlier: 'Earlier evenings',
    later: 'Later evenings',
  },

  figures: {
    games: 'Games',
    racers: 'Racers',
    points: 'Points',
  },

  first: {
    title: 'First three',
    all: (racers: number) =>
      `All ${formatCount(racers, { one: 'racer', other: 'racers' })} of this day`,
    more: (count: number) =>
      `${formatNumber(count)} more ${count === 1 ? 'shares' : 'share'} these ranks.`,
    none: 'Nobody got points in races or royales.',
  },

  wins: {
    title: 'Most wins',
    of: (wins: number, games: number) =>
      `${formatNumber(wins)} of ${formatCount(games, { one: 'game', other: 'games' })}`,
  },

  best: {
    title: 'Best games',
    race: 'Best race',
    royale: 'Best battle royale',
    game: '<racer/>, <game/>',
    anyMap: 'this game',
  },

  season: {
    title: (season: string) => `What it changed in ${season}`,
    leads: (points: number) => `<racer/> leads with ${formatPoints(points)}.`,
    tookOver: (points: number) =>
      `<racer/> took the lead from <former/>, with ${formatPoints(points)}.`,
    climbers: 'Climbers',
    climbed: (from: number, to: number) => `<racer/> from ${ordinal(from)} to ${ordinal(to)}`,
    held: 'Who is new, and what the night changed in the season, is shown then.',
  },

  newFaces: {
    title: 'New faces',
    more: (count: number) => `${formatNumber(count)} more`,
  },

  records: {
    title: 'Records',
    beat: (before: string) => `<racer/>, <game/>; before: ${before}`,
    game: 'in this race',
  },

  games: {
    title: 'Games',
    all: (games: number) => `Show all ${formatNumber(games)}`,
  },

  sharing: {
    title: 'Share this night',
    alt: (night: string) => `The first three of ${night}`,
  },
})

function formatPoints(points: number): string {
  return formatCount(points, { one: 'point', other: 'points' })
}
