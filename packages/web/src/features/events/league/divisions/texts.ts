import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })

export const texts = catalogue('events/league/divisions', {
  choice: 'Table of',
  everybody: 'Everybody',
  tableOf: (table: string, division: string) => `${table}, ${division}`,
  empty: (division: string) =>
    `Nobody has results in ${division} yet. A round counts for those who were in it when the round opened.`,

  rules: {
    are: (names: string, count: number) =>
      count === 1
        ? `There is a division, ${names}. A racer is in it from the next round that opens.`
        : `There are divisions: ${names}. A racer is in one of them at most, from the next round that opens.`,
    table:
      'A division has a table of its own, with the rounds for which a racer was in it when they opened; ranks and results that are left out are its own, too.',
    places: 'In it, places are counted among its racers only.',
  },

  title: 'Divisions',
  lead: 'Racers can be in divisions, each with a table of its own beside the one with everybody.',
  inTable: (count: number) => `${racers(count)} in its table`,
  set: 'Set up divisions',
  change: 'Change the divisions',
  open: 'Racers',
  openOne: (division: string) => `Racers in ${division}`,

  form: {
    name: (number: number) => `Name of division ${formatNumber(number)}`,
    add: 'Add a division',
    remove: 'Remove',
    removeOne: (division: string) => `Remove the division ${division}`,
    missing: 'Please enter a name.',
    taken: 'Another division has this name.',
    save: 'Save the divisions',
    cancel: 'Cancel',
    saved: 'The divisions were saved.',
    putBack: 'The divisions are as they were.',
    sure: (count: number) => (count === 1 ? 'Remove the division?' : 'Remove the divisions?'),
    sureText: (names: string) =>
      `The tables and the racers of ${names} go, also for rounds that are final. The table with everybody stays. This cannot be undone.`,
    sureConfirm: 'Remove',
  },

  select: {
    label: (racer: string) => `Division of ${racer}`,
    none: 'No division',
    put: (racer: string, division: string) =>
      `${racer} is in ${division} from the next round that opens.`,
    taken: (racer: string) => `${racer} is in no division from the next round that opens.`,
    undone: 'It is as it was.',
  },

  members: {
    names: 'Names',
    namesHint: (most: number) =>
      `One in each line, ${formatNumber(most)} at most: logins, or names as the table has them. Racers of another division move.`,
    namesMissing: 'Please enter a name.',
    tooMany: (most: number) => `Please enter ${formatNumber(most)} names at most.`,
    put: 'Put them into the division',
    done: (count: number, division: string) =>
      count === 0
        ? `Nobody was added to ${division}.`
        : count === 1
          ? `1 racer is in ${division} from the next round that opens.`
          : `${formatNumber(count)} racers are in ${division} from the next round that opens.`,
    problems: 'Not added',
    problem: {
      unknown:
        'no racer with this name has results that everybody sees, or has signed in here. Please check how it is written.',
      several: 'several racers show this name. Please enter the login.',
    },
    list: (division: string) => `Racers in ${division}`,
    find: 'Find a racer in the division',
    none: 'Nobody is in this division yet.',
    notFound: 'Nobody with that name is in this division.',
    since: (instant: string) => `for rounds that open after ${instant}`,
    take: 'Take out',
    takeOne: (racer: string) => `Take out ${racer}`,
    close: 'Close',
  },

  copy: 'With the divisions and the racers who are in them now',
})
