import { catalogue } from '#texts/language.ts'

export const texts = catalogue('events/league/next-season', {
  title: 'Next season',
  lead: 'Makes a new series of yours with the same rules, rounds and streamers. Results, teams, prizes, helpers and links stay here.',
  begin: 'Plan the next season',
  name: 'Name of the next season',
  firstDay: 'First day of the earliest round',
  preview: 'Days of the rounds',
  copy: 'Copy the league',
  cancel: 'Cancel',
  nameMissing: (least: number) => `Please enter a name of at least ${least} characters.`,
  dayMissing: 'Please choose a day.',
  done: (name: string) => `${name} was created.`,
  leftOut: (names: string) =>
    `These streamers are not in it, because they left this series or do not let you add them: ${names}.`,
  open: 'Open the new series',
})
