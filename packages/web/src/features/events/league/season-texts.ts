import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/league/season', {
  title: 'The season',
  lead: 'Once no further round comes, finish the season: the first of the table and the members of the first team have the badge of a champion on their pages.',
  notYet: 'It can be finished when a round is final and all others are final or voided.',
  finish: 'Finish the season',
  goOn: 'Let the season go on',
  finished: (day: string) =>
    `Finished on ${day}. The champions have their badges within a minute, also after a correction.`,
  waiting: (day: string) =>
    `Finished on ${day}, but a round is neither final nor voided. There are no champions until it is.`,
  withoutPage: 'Badges show the name of the league only while it has a public page.',
})
