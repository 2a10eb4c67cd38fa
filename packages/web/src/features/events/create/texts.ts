import { MIN_SERIES_NAME_LENGTH } from '@rollcall/contract/events'
import { catalogue } from '#texts/language.ts'
import { formatList } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'

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
    back: 'Back to the series',
    lead: (timeZone: string) =>
      `A new event in <series/>. It lasts whole days in your time zone, ${timeZone}.`,
    title: 'New Event in the Series',
    none: 'This is not one of your series. Yours are listed under <myEvents>My Events</myEvents>.',
  },

  single: {
    title: 'Create Single Event',
    hasMultiple: 'Are there multiple participants in the event?',
    create: 'Create Event',
    missing: (what: readonly string[]) => `Still needed to create the event: ${formatList(what)}.`,
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
    addEvent: 'Add Event',
    addAnotherEvent: 'Add Another Event',
    create: 'Create Series',
    missing: (what: readonly string[]) => `Still needed to create the series: ${formatList(what)}.`,
    missingForEvent: (what: readonly string[]) =>
      `Still needed to add an event: ${formatList(what)}.`,
    missingForAnotherEvent: (what: readonly string[]) =>
      `Still needed to add another event: ${formatList(what)}.`,
  },

  missing: {
    answers: 'an answer to each question',
    sharedStreamers: 'more than one streamer',
    streamers: 'the streamers',
    leaderboard: 'a leaderboard',
    rest: (event: string) => `the rest of ${event}`,
    name: `a series name of at least ${formatNumber(MIN_SERIES_NAME_LENGTH)} characters`,
    events: 'at least one event',
  },
})
