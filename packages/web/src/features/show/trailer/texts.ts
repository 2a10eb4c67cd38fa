import { catalogue } from '#texts/language.ts'

export const texts = catalogue('show/trailer', {
  still: 'A reveal on stream: rank 6 of 144 has just been shown, and rank 5 is next.',
  caption: 'An example: the end of a reveal with 144 racers, rank by rank.',
  event: 'Harvest Sprint',
  play: 'Play',
  again: 'Play again',
  stop: 'Stop',
})
