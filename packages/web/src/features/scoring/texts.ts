import { catalogue } from '#texts/language.ts'
import { formatList } from '#ui/format-list.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

interface Places {
  readonly first: readonly number[]
  readonly count: number
}

export const texts = catalogue('scoring', {
  back: 'Go Back to Event Lists',
  title: 'Leaderboard Setup',
  lead: 'What a place, a kill or a checkpoint is worth in an event.',
  readOnly: 'This is a default configuration: anyone can use it, but only admins can change it.',
  unsaved: 'You have unsaved changes.',
  correctField: 'Please correct the marked field.',

  list: {
    back: 'Back to My Events',
    title: 'Leaderboard Configurations',
    create: 'New Config',
    none: 'No leaderboards available.',
    manage: 'Manage',
    manageOne: (name: string) => `Manage ${name}`,
    facts: (modes: readonly string[], { first, count }: Places) =>
      `${formatList(modes)} · ${first.map(formatNumber).join(', ')}${count > first.length ? ' …' : ''} for ${count === 1 ? 'the first place' : `the first ${formatNumber(count)} places`}`,
    usedBy: (count: number) =>
      count === 0
        ? 'No event uses it.'
        : `Used by ${formatCount(count, { one: 'event', other: 'events' })}.`,
  },

  leaderboard: {
    title: 'Leaderboard',
    name: 'Leaderboard Name',
    modes: 'Game Modes',
    mode: {
      racing: 'Racing',
      battleRoyale: 'Battle Royale',
      tilted: 'Tilted',
    },
    isDefault: 'Default',
    defaultHint: 'Anyone can use it, but only admins can change it.',
  },

  positions: {
    title: 'Position Points',
    count: formatPositions,
    position: (position: number) => `Position ${position}`,
    remove: (position: number) => `Remove position ${position}`,
    removed: (position: number, left: number) =>
      `Position ${position} removed, ${formatNumber(left)} left.`,
    problem: (position: number, problem: string) => `Position ${position}: ${problem}`,
    tooMany: (most: number) => `A leaderboard can have up to ${formatPositions(most)}.`,
  },

  adding: {
    title: 'Add Multiple Positions',
    add: 'Add Positions',
    added: (count: number) => `${formatPositions(count)} added.`,
    clear: 'Clear',
    cleared: 'Only the first position is left.',
  },

  settings: {
    title: 'Point Settings',
    positionPointsOnDnf: 'Give Position Points on DNF',
    yes: 'Yes',
    no: 'No',
  },

  fields: {
    multiplePositionsToAdd: 'Number of Positions',
    pointDecrement: 'Point Decrement Per Placement Added',
    participationPoints: 'Participation Points Per Race',
    checkpointPoints: 'Points Per Checkpoint',
    brKillPoints: 'Points Per Kill',
    damagePoints: 'Points Per Damage',
    crownWinPoints: 'Points Per Crown Win',
    tiltLevelSurvivedPoints: 'Tilt Level Survived Points',
    tiltTopTilteePoints: 'Tilt Top Tiltee Points',
  },

  saving: {
    save: 'Save',
    failed: 'An error occurred while saving',
    unexpected: 'Unexpected response from server',
    rescore: 'Re-score finished events?',
    rescored: 'These events have finished. Saving will change their points and ranks:',
  },

  deleting: {
    delete: 'Delete',
    question: 'Delete leaderboard configuration?',
    result: (name: string) => `${name} will be deleted for good. No event uses it.`,
    inUse: 'Used by <events/>, so it cannot be deleted.',
    otherEvents: (count: number) =>
      formatCount(count, { one: 'other event', other: 'other events' }),
  },
})

function formatPositions(count: number): string {
  return formatCount(count, { one: 'position', other: 'positions' })
}
