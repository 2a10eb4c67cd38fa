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
    all: 'All maps',
    builtBy: 'Built by <creator/>.',
    facts: {
      plays: 'Games',
      field: 'Average field',
      deathRate: 'Death rate',
      lastPlayed: 'Last played',
    },
    marbles: (marbles: number) =>
      formatCount(Math.round(marbles * 10) / 10, { one: 'marble', other: 'marbles' }),
    deathRate: (rate: number) => `${formatPercent(rate)} of the marbles in its races`,
    fastestRacers: 'Fastest racers',
    fastestChannels: 'Fastest channels',
    setOn: '<game/> on <channel/>',
    setBy: '<game/> by <racer/>',
    noTimes: 'No race on this map has a time that counts yet.',
    download: { racer: 'the fastest racers', channel: 'the fastest channels' },
    latest: 'Latest games',
  },
})
