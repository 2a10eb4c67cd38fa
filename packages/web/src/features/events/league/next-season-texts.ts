import { catalogue } from '#texts/language.ts'
import { formatCount } from '#ui/format-number.ts'

export const texts = catalogue('events/league/next-season', {
  title: 'Next season',
  lead: 'Makes a new series of yours with the same rules, rounds and streamers, and with the teams that you choose. Results, prizes, helpers and links stay here.',
  begin: 'Plan the next season',
  name: 'Name of the next season',
  firstDay: 'First day of the earliest round',
  teams: 'Which teams come along?',
  teamsHint:
    'With their captains and members, who find the new team on My Events and can leave it. Members who do not let you add them stay behind.',
  team: (name: string, members: number) =>
    `${name} (${formatCount(members, { one: 'member', other: 'members' })})`,
  preview: 'Days of the rounds',
  copy: 'Copy the league',
  cancel: 'Cancel',
  nameMissing: (least: number) => `Please enter a name of at least ${least} characters.`,
  dayMissing: 'Please choose a day.',
  done: (name: string) => `${name} was created.`,
  leftOut: (names: string) =>
    `These streamers are not in it, because they left this series or do not let you add them: ${names}.`,
  configurations: (names: string) =>
    `Its rounds use your own copies of these configurations, which belong to somebody else: ${names}.`,
  open: 'Open the new series',
})
