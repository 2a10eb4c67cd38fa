import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { badges } from './badge-texts.ts'

export const texts = catalogue('racers', {
  badges,

  hero: {
    own: 'This is how others see you.',
    hidden: 'Only you see this page, because your name is hidden.',
    versus: 'Head to head with you',
    points: (season: string) => `Points in ${season}`,
    lifetime: 'Lifetime points',
    bestRank: 'Best rank',
    bestRankAt: (season: string, day: string) => `on <channel/>, ${season}, ${day}`,
    noRank: 'No day has closed yet',
    streak: 'Days in a row',
    none: 'No results yet',
    noneHint: 'Points, ranks and badges appear here after the first race that counts in a season.',
  },

  year: {
    title: 'The last 12 months',
    map: (days: string) => `A heat map of the last year: ${days}.`,
    played: (days: number) => formatCount(days, { one: 'day played', other: 'days played' }),
    nothing: 'no games',
    change: (time: string, day: string) =>
      `A new day begins at ${time} your time. ${day} is not over yet.`,
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
    unfinished: (season: string) => `${season}, in progress`,
    points: (season: string, points: number, day: number) =>
      `<strong>${formatNumber(points)}</strong> points in ${season} by day ${formatNumber(day)}`,
    comparedWith: (season: string) => `compared with the same day of ${season}`,
    undated: (season: string, points: number) =>
      `${formatCount(points, { one: 'point', other: 'points' })} of ${season} cannot be dated, so the curve leaves them out.`,
    gaps: 'Where the curve has a gap, we do not know on which of these days the points were scored.',
    leftOut: (season: string) =>
      `We do not know on which day ${season} began, so it cannot be compared with this one.`,
    none: 'No points in this season or the one before.',
  },

  channels: {
    title: (season: string) => `Ranks in ${season}`,
    of: (racers: number) => `of ${formatCount(racers, { one: 'racer', other: 'racers' })}`,
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
    since: (day: string) => `since ${day}`,
    first: 'no rank a week ago',
    more: (channels: number) =>
      `Also has points on ${formatCount(channels, { one: 'more channel', other: 'more channels' })}.`,
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
    highest: 'Highest survived',
    topTiltee: 'Top tiltee',
    best: (points: number) =>
      `Best: ${formatCount(points, { one: 'point', other: 'points' })}, <game/>`,
  },

  luck: {
    title: 'Luck',
    lead: 'Nobody controls a marble, so this is luck, not skill: how the games went, compared with pure chance.',
    modes: { race: 'In races', royale: 'In battle royales' },
    games: {
      race: (games: number) => formatCount(games, { one: 'race', other: 'races' }),
      royale: (games: number) =>
        formatCount(games, { one: 'battle royale', other: 'battle royales' }),
      both: (games: number) => formatCount(games, { one: 'game', other: 'games' }),
    },
    firstPlaces: (places: number, games: string, field: number) =>
      `${formatCount(places, { one: 'first place', other: 'first places' })} in ${games} of ${formatNumber(Math.round(field))} marbles on average.`,
    expected: (places: number) =>
      `Chance alone would give ${formatNumber(Math.round(places * 10) / 10)}.`,
    asMany: 'as many',
    asFew: 'as few',
    part: (part: string, result: string) => `By chance, ${part} of racers get ${result}.`,
    oneIn: (racers: number, result: string) =>
      `By chance, one racer in ${formatNumber(racers)} gets ${result}.`,
    hardlyAnybody: (result: string) =>
      `By chance, fewer than one racer in a million gets ${result}.`,
    behind: (part: string, from: string, to: string) =>
      `On average, ${part} of the other marbles finished behind this one. Chance alone would give 50%, and for 95 of 100 racers between ${from} and ${to}.`,
    ordinary: 'This is ordinary luck.',
    lucky: (part: string) => `By chance, ${part} of racers would be less lucky.`,
    unlucky: (part: string) => `By chance, ${part} of racers would be luckier.`,
    moreThan: (part: string) => `more than ${part}`,
    none: 'After 20 races or battle royales, this shows how lucky they were.',
    board: 'The luckiest racers of the week',
  },

  luckiest: {
    title: 'The luckiest racers of the week',
    lead: 'Nobody controls a marble, so this is luck and not skill. Ranked by how rarely chance gives places as good as these.',
    counted: (time: string) =>
      `Races and battle royales, at least 20. Counted at ${time}, and every five minutes.`,
    behind: (part: string, from: string, to: string) =>
      `On average, ${part} of the other marbles finished behind this one. Chance alone would give 95 of 100 racers between ${from} and ${to}.`,
    none: 'Nobody has been lucky in 20 games this week',
    noneHint:
      'A racer appears here after 20 races or battle royales in seven days, if more than half of the other marbles finished behind.',
  },

  latest: {
    title: 'Latest games',
    none: 'No public games yet. They appear here with the next game on a channel whose companion sends games.',
    place: (place: number, marbles: string) => `${ordinal(place)} of ${marbles} on <channel/>`,
    out: (marbles: string) => `Eliminated among ${marbles} on <channel/>`,
    survived: (marbles: string) => `Survived among ${marbles} on <channel/>`,
    topTiltee: 'Top tiltee',
    played: (marbles: string) => `Among ${marbles} on <channel/>`,
    marbles: (marbles: number) => formatCount(marbles, { one: 'marble', other: 'marbles' }),
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
    kills: (kills: number) => formatCount(kills, { one: 'kill', other: 'kills' }),
  },

  rivals: {
    title: 'Rivals',
    lead: 'The racers met most often in the latest games, closest in points first.',
    met: (games: number) => `Met in ${formatCount(games, { one: 'game', other: 'games' })}`,
    score: (ahead: number, behind: number) =>
      `ahead in ${formatNumber(ahead)}, behind in ${formatNumber(behind)}`,
    points: (own: number, theirs: number) =>
      `${formatNumber(own)} against ${formatNumber(theirs)} points`,
    versus: 'Head to head',
    versusWith: (name: string) => `Head to head with ${name}`,
    none: 'They have not met anybody in a public game yet.',
  },

  versus: {
    title: (racer: string, other: string) => `${racer} and ${other}`,
    back: (name: string) => `All about ${name}`,
    met: (games: number) =>
      `They met in ${formatCount(games, { one: 'game', other: 'games' })}. The better position counts as ahead.`,
    never: 'They have not met',
    neverHint: 'No public game has both of them in it.',
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
