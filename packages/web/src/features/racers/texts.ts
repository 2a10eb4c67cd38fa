import { MOST_COMPARED_GAMES } from '@rollcall/contract/racers'
import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { badges } from './badge-texts.ts'

export const texts = catalogue('racers', {
  badges,

  head: {
    kind: 'Racer',
    own: 'This is how others see you.',
    hidden:
      'Only you see this page, because your name is hidden. It adds up all channels; on boards of several channels, those where you first raced after you hid it have rows of their own.',
    versus: 'Head to head with you',
    points: (season: string) => `Points in ${season}`,
    lifetime: (points: number) =>
      formatCount(points, { one: 'lifetime point', other: 'lifetime points' }),
    bestRank: (rank: string, day: string) => `Best rank ${rank} on <channel/>, ${day}`,
    noRank: 'No best rank until the day is over',
    streak: (days: number) => `raced ${formatCount(days, { one: 'day', other: 'days' })} in a row`,
    noPoints: 'No points yet',
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
    none: 'No day of the last 12 months is known.',
    undated:
      'Season files do not say when points were scored; days appear once a channel sends its games.',
    seasons: 'Points by season',
    perhaps: 'On one of these days',
    held: 'Shown after a show',
    heldBeside: (what: string) => `${what}; more is shown after a show`,
    list: 'Day by day',
    day: 'Day',
    gamesOfDay: 'Games',
    pointsOfDay: 'Points',
  },

  events: {
    title: 'Events',
    facts: (rank: number, of: number, days: string) =>
      `${ordinal(rank)} of ${formatCount(of, { one: 'racer', other: 'racers' })} · ${days}`,
    all: (events: number) => `All ${formatCount(events, { one: 'event', other: 'events' })}`,
    more: (events: number) =>
      `And ${formatCount(events, { one: 'earlier event', other: 'earlier events' })}.`,
  },

  leagues: {
    title: 'Leagues',
  },

  progress: {
    title: 'The season so far',
    chart: 'Points so far, by day',
    rankChart: 'Rank at the close of each day played',
    rankOn: (channel: string) => `Rank on ${channel}`,
    day: (day: number) => `Day ${formatNumber(day)}`,
    unfinished: (season: string) => `${season}, in progress`,
    points: (season: string, points: number, day: number) =>
      `<strong>${formatNumber(points)}</strong> points in ${season} by day ${formatNumber(day)}`,
    comparedWith: (season: string) => `compared with the same day of ${season}`,
    undated: (season: string, points: number) =>
      `${formatCount(points, { one: 'point', other: 'points' })} of ${season} have no day, because season files do not say when points were scored.`,
    gaps: 'Where the curve has a gap, we do not know on which of these days the points were scored.',
    leftOut: (season: string) =>
      `We do not know on which day ${season} began, so it cannot be compared with this one.`,
  },

  channels: {
    title: (season: string) => `Ranks in ${season}`,
    of: (racers: number) => `of ${formatCount(racers, { one: 'racer', other: 'racers' })}`,
    points: (points: number) => formatCount(points, { one: 'point', other: 'points' }),
    all: (channels: number) =>
      `All ${formatCount(channels, { one: 'channel', other: 'channels' })}`,
    more: (channels: number) =>
      `Also has points on ${formatCount(channels, { one: 'more channel', other: 'more channels' })}.`,
    none: 'No points on any channel in this season yet.',
  },

  modes: {
    title: 'Games in the seasons',
    total: (games: number | null) => formatCount(games, { one: 'game', other: 'games' }),
    lead: (games: number | null) =>
      `${formatCount(games, { one: 'game counts', other: 'games count' })}, season files included.`,
    race: 'Races',
    royale: 'Battle royales',
    games: 'Games',
    wins: 'Wins',
    crownWins: 'Crown wins',
    kills: 'Kills',
  },

  known: {
    title: 'Game by game',
    lead: (games: number) =>
      `${formatCount(games, { one: 'public game was', other: 'public games were' })} uploaded one by one, whether or not they count in the seasons. The totals of season files are left out.`,
    race: 'Races',
    royale: 'Battle royales',
    tilt: 'Tilt levels',
    games: 'Games',
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
    population:
      'Public games that were uploaded one by one. Season files are left out, because they have no places.',
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
    oneIn: (racers: string, result: string) => `By chance, one racer in ${racers} gets ${result}.`,
    beat: (part: string, rarity: string) =>
      `Beat ${part} of the field on average (50% is normal) · ${rarity}`,
    asWell: (racers: string) => `by chance one racer in ${racers} does as well`,
    asBadly: (racers: string) => `by chance one racer in ${racers} does as badly`,
    range: (from: string, to: string) =>
      `By chance, 95 of 100 racers beat between ${from} and ${to}.`,
    details: 'How this is counted',
    none: 'After 20 races or battle royales, this shows how lucky they were.',
    board: 'The luckiest racers of the week',
  },

  luckiest: {
    title: 'The luckiest racers of the week',
    lead: 'Nobody controls a marble, so this is luck and not skill.',
    note: 'Ranked by the odds of doing as well by chance in the same games. Beat on average: the share of the other marbles that finished behind; 50% is normal.',
    counted: (time: string) =>
      `Races and battle royales, at least 20. Updated every five minutes, last at ${time}.`,
    columns: {
      rank: 'Rank',
      racer: 'Racer',
      games: 'Games',
      firstPlaces: 'Wins',
      beat: 'Beat on average',
      odds: 'Odds',
    },
    odds: (racers: string) => `1 in ${racers}`,
    facts: (games: number, wins: number) =>
      `${formatCount(games, { one: 'game', other: 'games' })} · ${formatCount(wins, { one: 'win', other: 'wins' })}`,
    none: 'Nobody has been lucky in 20 games this week',
    noneHint:
      'A racer appears here after 20 races or battle royales in seven days, if more than half of the other marbles finished behind.',
  },

  latest: {
    title: 'Latest games',
    all: (games: number) => `The latest ${formatCount(games, { one: 'game', other: 'games' })}`,
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
    all: (rivals: number) => `All ${formatCount(rivals, { one: 'rival', other: 'rivals' })}`,
    lead: `The racers met most often lately, closest in points first. At most the latest ${formatNumber(MOST_COMPARED_GAMES)} games count.`,
    met: (games: number) => formatCount(games, { one: 'game', other: 'games' }),
    score: (ahead: number, behind: number) =>
      `ahead in ${formatNumber(ahead)}, behind in ${formatNumber(behind)}`,
    points: (own: number, theirs: number) =>
      `${formatNumber(own)} to ${formatNumber(theirs)} points`,
    versus: 'Head to head',
    versusWith: (name: string) => `Head to head with ${name}`,
  },

  versus: {
    title: (racer: string, other: string) => `${racer} and ${other}`,
    back: (name: string) => `Back to ${name}`,
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
