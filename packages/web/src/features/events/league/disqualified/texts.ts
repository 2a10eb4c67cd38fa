import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/league/disqualified', {
  title: 'Disqualified from the league',
  lead: 'A racer who is disqualified is listed below all others without a rank. Prizes pass on, no team has their points, and the rounds stay as they are.',
  any: 'Disqualify a racer',
  racerMissing: 'Find the racer and choose them.',
  reasonMissing: 'Choose why.',
  nobody: (name: string) => `Nobody in the table is called ${name}.`,
  ranked: (name: string, rank: string | null) =>
    rank === null ? `${name}, no rank` : `${name}, ${rank}`,
  submit: 'Disqualify',
  done: '<racer/> is disqualified: <why/>.',
  takeBack: 'Take back',
  takeBackOf: (name: string) => `Take back disqualifying ${name}`,
  takenBack: '<racer/> is no longer disqualified.',
  failed: (problem: string) => `It could not be taken back: ${problem}`,
  isWaiting: 'This row is not in the table at the moment, so nothing changes.',
})
