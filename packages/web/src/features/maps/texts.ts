import { catalogue } from '#texts/language.ts'
import { formatCount, formatPercent } from '#ui/format-number.ts'

export const texts = catalogue('maps', {
  list: {
    title: 'Maps',
    lead: 'Every map that has been played here, the most played first.',
    luckiest: 'The luckiest racers of the week',
    find: 'Find a map or its builder',
    map: 'map',
    by: 'by <creator/>',
    plays: (plays: number) => formatCount(plays, { one: 'game', other: 'games' }),
    lastPlayed: (ago: string) => `last played ${ago}`,
    none: 'No maps yet',
    noneHint:
      'A map appears here after the first game on it. Connect a companion, or upload the files of a race together with its summary.',
    notFound: 'No map with that name',
    notFoundHint: "Try part of its name, or of its builder's name.",
  },

  map: {
    all: 'Back to Maps',
    kind: 'Map',
    builtBy: 'by <creator/>',
    record: 'Record',
    plays: (games: number, marbles: number) =>
      `${formatCount(games, { one: 'game', other: 'games' })} of ${formatCount(Math.round(marbles), { one: 'marble', other: 'marbles' })} on average`,
    deathRate: (rate: number) => `${formatPercent(rate)} of marbles do not finish`,
    lastPlayed: 'last played <time/>',
    fastestRacers: 'Fastest racers',
    fastestChannels: 'Fastest channels',
    setOn: '<game/> on <channel/>',
    setBy: '<game/> by <racer/>',
    noTimes: 'No race on this map has a time that counts yet.',
    download: { racer: 'the fastest racers', channel: 'the fastest channels' },
    latest: 'Latest games',
  },
})
