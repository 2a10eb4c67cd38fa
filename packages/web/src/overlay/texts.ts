import { catalogue } from '#texts/language.ts'

export const texts = catalogue('overlay', {
  topRacers: 'Top racers',
  today: 'Today',
  season: (season: number) => `Season ${season}`,
  captions: {
    before: 'Sealed until the reveal',
    standings: 'Standings',
    reveal: 'The reveal',
    podium: 'Podium',
    final: 'Final results',
  },
  // A name cannot turn the reading direction of what is around it.
  standingsOf: (streamer: string) => `Standings of \u2068${streamer}\u2069`,
})
