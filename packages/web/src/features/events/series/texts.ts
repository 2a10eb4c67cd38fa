import { catalogue } from '#texts/language.ts'
import { formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('events/series', {
  viewTitle: (series: string) => `Event Series: ${series}`,
  manage: 'Manage Event Series',
  manageTitle: (series: string) => `Manage Event Series: ${series}`,
  none: 'No event series found.',
  empty: 'This series has no events yet.',
  emptyHint: 'Create one, or add one of your single events.',
  events: 'Events',
  collections: 'Event Series Collections',

  renaming: {
    edit: 'Edit Series',
    name: 'Event Series Name',
    save: 'Save',
    done: 'The series is now called <name/>.',
  },

  card: {
    startDate: 'Start Date',
    endDate: 'End Date',
    show: 'Show',
    participants: 'Participants',
    submissions: 'Leaderboard Submissions',
    manage: 'Manage',
    controlRoom: 'Control Room',
    viewLeaderboards: 'View Leaderboards',
    remove: 'Remove from Series',
    leave: 'Leave',
    moveEarlier: 'Move earlier',
    moveEventEarlier: (event: string) => `Move ${event} earlier`,
    moveLater: 'Move later',
    moveEventLater: (event: string) => `Move ${event} later`,
  },

  adding: {
    create: 'Create Event',
    addExisting: 'Add Existing Event',
    none: 'You have no single events to add. To move an event from another series, remove it from that series first.',
    event: 'Single Event',
    eventHint: 'Its participants and results stay as they are.',
    option: (event: string, days: string) => `${event} (${days})`,
    missing: 'Choose the event to add.',
    add: 'Add Event',
    done: '<name/> was added to the series.',
    undone: '<name/> is a single event again.',
  },

  removing: {
    question: 'Remove from the series?',
    result: (event: string) =>
      `${event} becomes a single event of its organiser. Only the organiser can add it again, and if you help with the series only, you can no longer run it.`,
    doneForGood: '<name/> was removed from the series.',
    done: '<name/> was removed from the series. You can find it under Single Events.',
    undone: '<name/> is back in the series.',
  },

  moved: (position: number, of: number) =>
    `<name/> is now number ${formatNumber(position)} of ${formatNumber(of)}.`,
})
