import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const afterRounds = (played: number, of: number) =>
  `${formatNumber(played)} of ${formatCount(of, { one: 'round', other: 'rounds' })}`

export const texts = catalogue('overlay', {
  title: 'Overlay',
  topRacers: 'Top racers',
  league: {
    racers: 'Table of the league',
    teams: 'Teams of the league',
    division: (name: string, played: number, of: number) =>
      `\u2068${name}\u2069 after ${afterRounds(played, of)}`,
    captions: {
      racers: (played: number, of: number) => `Table after ${afterRounds(played, of)}`,
      teams: (played: number, of: number) => `Teams after ${afterRounds(played, of)}`,
    },
  },
  today: 'Today',
  season: (season: number) => `Season ${season}`,
  captions: {
    before: 'Sealed until the reveal',
    standings: 'Standings',
    reveal: 'The reveal',
    podium: 'Podium',
    final: 'Final results',
  },
  // The isolates keep a name from changing the reading direction of the text around it.
  tableOf: {
    racers: (league: string) => `Table of \u2068${league}\u2069`,
    teams: (league: string) => `Teams of \u2068${league}\u2069`,
  },
  standingsFor: (streamer: string) => `Standings of \u2068${streamer}\u2069`,
})
