import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { badges } from './badge-texts.ts'

export const texts = catalogue('racers', {
  badges,

  hero: {
    own: 'This is what others see of you.',
    versus: 'Head to head with you',
    points: (season: string) => `Points in ${season}`,
    lifetime: 'Lifetime points',
    bestRank: 'Best rank',
    bestRankAt: (season: string, day: string) => `on <channel/>, ${season}, ${day}`,
    noRank: 'No day has closed yet',
    streak: 'Days in a row',
    none: 'No results yet',
    noneHint: 'Points, ranks and badges appear here with the first race that counts in a season.',
  },

  year: {
    title: 'A year of days',
    map: (days: string) => `A heat map of the last year: ${days}.`,
    played: (days: number) => formatCount(days, { one: 'day played', other: 'days played' }),
    nothing: 'nothing played',
    change: (time: string, day: string) =>
      `A day changes at ${time} your time. The day of ${day} is not over.`,
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
    games: (points: string, games: number) =>
      `${points} in ${formatCount(games, { one: 'game', other: 'games' })}`,
    onDay: (day: string, what: string) => `${day}: ${what}`,
    less: 'Fewer points',
    more: 'More',
    perhaps: 'On one of these days',
    list: 'Day by day',
    day: 'Day',
    gamesOfDay: 'Games',
    pointsOfDay: 'Points',
  },

  progress: {
    title: 'The season so far',
    chart: 'Points so far, by day',
    day: (day: number) => `Day ${formatNumber(day)}`,
    unfinished: (season: string) => `${season}, not over`,
    points: (season: string, points: number, day: number) =>
      `<strong>${formatNumber(points)}</strong> points in ${season} by day ${formatNumber(day)}`,
    comparedWith: (season: string) => `compared with the same day of ${season}`,
    undated: (season: string, points: number) =>
      `${formatCount(points, { one: 'point', other: 'points' })} of ${season} belong to no day, so the curve is without them.`,
    gaps: 'Where the curve has a gap, nobody knows on which of these days the points were made.',
    leftOut: (season: string) =>
      `Nobody knows on which day ${season} began, so it cannot be set beside this one.`,
    none: 'No points in this season or the one before.',
  },

  channels: {
    title: (season: string) => `Ranks in ${season}`,
    of: (racers: number) => `of ${formatCount(racers, { one: 'racer', other: 'racers' })}`,
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
    since: (day: string) => `since ${day}`,
    first: 'no rank from a week ago',
    more: (channels: number) =>
      `And points on ${formatCount(channels, { one: 'more channel', other: 'more channels' })}.`,
    none: 'No points on any channel in this season yet.',
  },

  modes: {
    title: 'Games',
    race: 'Races',
    royale: 'Battle royales',
    tilt: 'Tilt levels',
    games: 'Games',
    wins: 'Wins',
    crownWins: 'Crown wins',
    kills: 'Kills',
    levels: 'Levels',
    survived: 'Survived',
    topTiltee: 'Top tiltee',
    best: (points: number) =>
      `Best: ${formatCount(points, { one: 'point', other: 'points' })}, <game/>`,
  },

  luck: {
    title: 'Luck',
    lead: 'Nobody controls a marble, so this is luck and not skill: how the games went, and what chance would give.',
    modes: { race: 'In races', royale: 'In battle royales' },
    games: {
      race: (games: number) => formatCount(games, { one: 'race', other: 'races' }),
      royale: (games: number) =>
        formatCount(games, { one: 'battle royale', other: 'battle royales' }),
    },
    firstPlaces: (places: number, games: string, field: number) =>
      `${formatCount(places, { one: 'first place', other: 'first places' })} in ${games} of ${formatNumber(Math.round(field))} marbles on average.`,
    expected: (places: number) => `Chance gives ${formatNumber(Math.round(places * 10) / 10)}.`,
    asMany: 'as many',
    asFew: 'as few',
    part: (part: string, result: string) => `By chance, ${part} of racers get ${result}.`,
    oneIn: (racers: number, result: string) =>
      `By chance, one racer in ${formatNumber(racers)} gets ${result}.`,
    hardlyAnybody: (result: string) =>
      `By chance, fewer than one racer in a million gets ${result}.`,
    behind: (part: string, from: string, to: string) =>
      `On average, ${part} of the other marbles finished behind. Chance gives 50%, and to 95 of 100 racers between ${from} and ${to}.`,
    ordinary: 'This is ordinary luck.',
    lucky: (part: string) => `Chance makes ${part} of racers less lucky.`,
    unlucky: (part: string) => `Chance makes ${part} of racers luckier.`,
    moreThan: (part: string) => `more than ${part}`,
    none: 'From 20 races or battle royales on, this says how lucky they were.',
  },

  latest: {
    title: 'Latest games',
    none: 'No single games are known that everybody may see.',
    place: (place: number, marbles: string) => `${ordinal(place)} of ${marbles} on <channel/>`,
    out: (marbles: string) => `Eliminated, of ${marbles} on <channel/>`,
    survived: (marbles: string) => `Survived, of ${marbles} on <channel/>`,
    played: (marbles: string) => `Among ${marbles} on <channel/>`,
    marbles: (marbles: number) => formatCount(marbles, { one: 'marble', other: 'marbles' }),
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
    kills: (kills: number) => formatCount(kills, { one: 'kill', other: 'kills' }),
  },

  rivals: {
    title: 'Rivals',
    lead: 'Met most often in the latest games, the closest in points first.',
    met: (games: number) => `Met in ${formatCount(games, { one: 'game', other: 'games' })}`,
    score: (ahead: number, behind: number) =>
      `ahead in ${formatNumber(ahead)}, behind in ${formatNumber(behind)}`,
    points: (own: number, theirs: number) =>
      `${formatNumber(own)} against ${formatNumber(theirs)} points`,
    versus: 'Head to head',
    versusWith: (name: string) => `Head to head with ${name}`,
    none: 'Nobody has met them in a game that everybody may see.',
  },

  versus: {
    title: (racer: string, other: string) => `${racer} and ${other}`,
    back: (name: string) => `All about ${name}`,
    met: (games: number) =>
      `They met in ${formatCount(games, { one: 'game', other: 'games' })}. Who was ahead is decided by position.`,
    never: 'They have not met',
    neverHint: 'No game that everybody may see has both of them in it.',
    gamesAhead: (games: number) => (games === 1 ? 'game ahead' : 'games ahead'),
    games: 'Games',
    score: 'Who was ahead',
    by: { mode: 'By mode', channel: 'By channel', season: 'By season' },
    modes: { race: 'Races', royale: 'Battle royales', tilt: 'Tilt levels' },
    points: 'Points on shared channels',
    season: 'Season',
    channel: 'Channel',
    latest: 'Latest meetings',
    places: (place: number, otherPlace: number, marbles: string) =>
      `<racer/> ${ordinal(place)}, <other/> ${ordinal(otherPlace)} of ${marbles} on <channel/>`,
  },

  sharing: {
    title: 'Share this page',
    alt: (name: string) => `The marble and the rank of ${name}`,
  },
})
