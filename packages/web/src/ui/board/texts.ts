import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { type FormatPoints, formatCount, formatNumber } from '../format-number.ts'

/** One's own row, lists of games and events, and podiums. What every board says is in the texts of `ui`. */
export const texts = catalogue('ui/board', {
  own: {
    title: 'Your place',
    list: 'You and your neighbours',
    you: 'You',
    points: formatPoints,
    ahead: (gap: string) => `${gap} ahead of you`,
    behind: (gap: string) => `${gap} behind you`,
    absent: 'You are not on this board yet.',
    shared: 'shared with an earlier owner of this name',
    off: "off this channel's boards",
    go: 'Show me on the board',
    placeOf: (name: string) => `Place of ${name}`,
    listOf: (name: string) => `${name} and neighbours`,
    aheadOfThem: (gap: string) => `${gap} ahead`,
    behindThem: (gap: string) => `${gap} behind`,
    show: 'Show on the board',
    search: 'Find a racer, or yourself',
    absentAs: (name: string) => `Nobody here is called ${name}.`,
    share: 'Share my place',
    shareAs: (racer: string, where: string) => `${racer} in ${where}`,
    savePicture: 'Save the picture',
    isMe: 'This is me',
    notMe: 'Not me',
  },

  rankChange: {
    places: (by: number) =>
      `${by > 0 ? 'up' : 'down'} ${formatCount(Math.abs(by), { one: 'place', other: 'places' })}`,
    sinceYesterday: 'since yesterday',
    since: (day: string) => `since ${day}`,
  },

  reveal: {
    start: 'Start Reveal',
    rank: (rank: number) => `Reveal Rank ${formatNumber(rank)}`,
    showPodium: 'Show Podium',
    started: 'The reveal has started.',
    startedWith: (rank: number, count: number) =>
      `The reveal has started. Rank ${formatNumber(rank)} and below: ${formatRacers(count)}.`,
  },

  leagues: {
    place: (rank: number, of: number) =>
      `${ordinal(rank)} of ${formatCount(of, { one: 'racer', other: 'racers' })}`,
    disqualified: 'disqualified from the league',
    missing: (rounds: number) =>
      `no rank yet, ${formatCount(rounds, { one: 'round', other: 'rounds' })} missing`,
    noPlace: 'not in the table yet',
  },

  games: {
    modes: { race: 'Race', royale: 'Battle royale', tilt: 'Tilt level' },
    level: (level: number) => `Tilt level ${formatNumber(level)}`,
    on: (game: string, map: string) => `${game} on ${map}`,
    won: (marbles: number) => `<winner/> won · ${formatMarbles(marbles)}`,
    best: (survivors: number, marbles: number) =>
      `${formatNumber(survivors)} of ${formatMarbles(marbles)} survived; <winner/> did best`,
    survived: (survivors: number, marbles: number) =>
      `${formatNumber(survivors)} of ${formatMarbles(marbles)} survived`,
    passed: (outcome: string) => `Passed: ${outcome}`,
    failed: (outcome: string) => `Failed: ${outcome}`,
    nobody: (marbles: number) => `None of ${formatMarbles(marbles)} finished`,
  },

  events: {
    begins: 'Begins <time/>.',
    ends: 'Ends <time/>.',
    waiting: 'The results have not been revealed yet.',
    revealing: 'The results are being revealed now.',
    won: (points: number) => `Won by <winners/> with ${formatPoints(points)}.`,
    nobody: 'Nobody scored.',
    people: 'Organised by <organiser/>. Taking part: <streamers/>.',
    more: (count: number) => `${formatNumber(count)} more`,
  },

  podium: {
    title: 'Podium',
    medal: { 1: 'Gold medal', 2: 'Silver medal', 3: 'Bronze medal' },
    nobody: { 1: 'Nobody in 1st place', 2: 'Nobody in 2nd place', 3: 'Nobody in 3rd place' },
    more: (names: number) => `and ${formatNumber(names)} more`,
    points: '<figure/> <unit>points</unit>',
  },
})

function formatRacers(count: number): string {
  return formatCount(count, { one: 'racer', other: 'racers' })
}

function formatMarbles(count: number): string {
  return formatCount(count, { one: 'marble', other: 'marbles' })
}

function formatPoints(points: number, format?: FormatPoints): string {
  return formatCount(points, { one: 'point', other: 'points' }, format)
}
