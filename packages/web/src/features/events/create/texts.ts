import {
  MAX_EVENT_DAYS,
  MAX_SERIES_EVENTS,
  MIN_SERIES_NAME_LENGTH,
} from '@rollcall/contract/events'
import { catalogue } from '#texts/language.ts'
import { formatList } from '#ui/format-list.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

export const texts = catalogue('events/create', {
  title: 'Create Event',
  lead: (timeZone: string) =>
    `One event, or a whole series. Events last whole days in your time zone, ${timeZone}.`,
  addToExisting: 'Add to existing series',
  createSeries: 'Create a series',
  chooseSeries: 'Choose a series:',
  ownSeries: 'Your series are listed under <myEvents>My Events</myEvents>.',
  selectLeaderboard: 'Select leaderboard',

  inSeries: {
    lead: (timeZone: string) =>
      `A new event in <series/>. It lasts whole days in your time zone, ${timeZone}.`,
    title: 'New Event in the Series',
    none: 'This is not one of your series. Yours are listed under <myEvents>My Events</myEvents>.',
  },

  single: {
    title: 'Create Single Event',
    hasMultiple: 'Are there multiple participants in the event?',
    create: 'Create Event',
    missing: (what: readonly string[]) => `Add ${formatList(what)} to continue.`,
  },

  schedule: {
    title: 'Fill in a schedule',
    rounds: 'Rounds',
    firstDay: 'First round on',
    repeats: 'Repeats',
    /** After so many days. */
    every: {
      1: (_weekday: string) => 'Every day',
      7: (weekday: string) => `Every ${weekday || 'week'}`,
      14: (weekday: string) => `Every second ${weekday || 'week'}`,
    },
    days: 'Days each',
    round: (number: number) => `Round ${formatNumber(number)}`,
    fillIn: (count: number) => `Add ${formatCount(count, { one: 'Round', other: 'Rounds' })}`,
    preview: (first: string, last: string) => `From ${first} to ${last}.`,
    incomplete: (what: readonly string[]) => `Add ${formatList(what)} to fill in the schedule.`,
    missing: {
      rounds: `a number of rounds up to ${formatNumber(MAX_SERIES_EVENTS)}`,
      firstDay: 'the first day',
      days: `a number of days up to ${formatNumber(MAX_EVENT_DAYS)}`,
    },
  },

  series: {
    title: 'Create Event Series',
    name: 'Series Name',
    hasMultipleStreamers: 'Are there multiple streamers participating in the event?',
    hasSameStreamers: 'Will the same streamers participate in each event?',
    selectStreamers: 'Select participating streamers',
    hasSameLeaderboard: 'Will the same leaderboard be used for all events?',
    events: 'Events',
    event: (number: number) => `Event ${formatNumber(number)}`,
    remove: 'Remove',
    removeAll: 'Remove All',
    addEvent: 'Add Event',
    addAnotherEvent: 'Add Another Event',
    create: 'Create Series',
    missing: (what: readonly string[]) => `Add ${formatList(what)} to continue.`,
    missingForEvent: (what: readonly string[]) =>
      `Add ${formatList(what)} before you add an event.`,
    missingForAnotherEvent: (what: readonly string[]) =>
      `Add ${formatList(what)} before you add another event.`,
  },

  missing: {
    answers: 'an answer to each question',
    sharedStreamers: 'more than one streamer',
    streamers: 'streamers',
    leaderboard: 'scoring',
    rest: (event: string) => `the rest of ${event}`,
    name: `a series name of at least ${formatNumber(MIN_SERIES_NAME_LENGTH)} characters`,
    events: 'at least one event',
  },
})
