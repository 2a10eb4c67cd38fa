import { catalogue } from '#texts/language.ts'

export const texts = catalogue('overlay', {
  title: 'Overlay',
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
  // The isolates keep a name from changing the reading direction of the text around it.
  standingsFor: (streamer: string) => `Standings of \u2068${streamer}\u2069`,
})
