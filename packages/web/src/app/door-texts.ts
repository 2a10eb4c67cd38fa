import { catalogue } from '#texts/language.ts'

/** Loaded with the front page's panels, not with the first page. */
export const texts = catalogue('app/doors', {
  streamer: {
    title: 'I stream',
    shows: 'The overlay of a channel in OBS: its best racers of the day with their points.',
    steps: {
      first:
        'Sign in, and run the companion, a small program for Windows, while you play. You can also drop game files here.',
      second: 'Play as always. Each race counts within seconds.',
      atLast: 'Your channel gets a page, an overlay for OBS and chat commands.',
    },
    enter: 'Set up my channel',
  },
  organiser: {
    title: 'I run events',
    shows: 'The podium at the end of a reveal, with the winner in the middle.',
    steps: {
      first: 'Create an event: its days, how it is scored, and which streamers take part.',
      second:
        'They play as always. The results come in by themselves, and can stay sealed until the show.',
      third: 'Reveal the board live on stream, rank by rank, up to the winner.',
    },
    enter: 'Create an event',
  },
})
