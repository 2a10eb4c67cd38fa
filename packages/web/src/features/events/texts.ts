import { MAX_EVENT_DAYS, MAX_USER_OPTIONS } from '@rollcall/contract/events'
import { catalogue } from '#texts/language.ts'
import { formatList } from '#ui/format-list.ts'
import { formatNumber } from '#ui/format-number.ts'

/** Texts shared by several event pages. */
export const texts = catalogue('events', {
  back: 'Back',
  backToEvents: 'Back to My Events',
  backToSeries: 'Back to the series',
  close: 'Close',
  /** For screen readers, if several buttons have the same label. */
  actionOn: (action: string, name: string) => `${action} ${name}`,

  states: {
    todo: {
      upcoming: 'Upcoming',
      collecting: 'Collecting',
      ready: 'Ready to reveal',
      revealing: 'Revealing',
      revealed: 'Revealed',
      ended: 'Ended',
    },
    /** The others do not start the show. */
    waiting: 'Waiting for the show',
    collecting: (count: number, of: number) =>
      `Collecting ${formatNumber(count)} of ${formatNumber(of)}`,
  },

  fields: {
    name: 'Event Name',
    startDate: 'Start Date',
    endDate: 'End Date',
    showTime: 'Show at (optional)',
    participants: 'Participants',
    loading: 'Loading...',
    pleaseSelect: 'Please select',
    currentLeaderboard: 'Current leaderboard',
    leaderboardsFailed: (problem: string) => `The leaderboards could not be loaded: ${problem}`,
    searchByName: 'Search by name',
    firstNames: `Showing the first ${formatNumber(MAX_USER_OPTIONS)} names. Type to find others.`,
    participation:
      "Participants can leave at any time. People who left or who blocked you can't be added.",
    streamersFailed: (problem: string) => `The streamers could not be loaded: ${problem}`,
    hasResults: 'Results in',
  },

  problems: {
    name: 'Enter a name.',
    startDate: 'Choose a start date.',
    endDate: 'Choose an end date.',
    order: "The end date can't be before the start date.",
    tooLong: `An event can last at most ${formatNumber(MAX_EVENT_DAYS)} days.`,
    leaderboard: 'Choose a leaderboard.',
    participants: 'Choose at least one participant.',
  },

  missing: {
    name: 'a name',
    startDate: 'a start date',
    endDate: 'an end date',
    leaderboard: 'scoring',
    participants: 'streamers',
  },

  moved: {
    startDate: (from: string, to: string) =>
      `The start date moved from ${from} to ${to}, because an event can't end before it starts.`,
    endDate: (from: string, to: string) =>
      `The end date moved from ${from} to ${to}, because an event can't end before it starts.`,
  },
  filled: {
    startDate: (day: string) => `The start date is now ${day} too.`,
    endDate: (day: string) => `The end date is now ${day} too.`,
  },

  manage: {
    title: 'Manage Event',
    hasBegun: "The event has started: its name and start date can't be changed.",
    anyTimeZone:
      'Covers these days in every time zone, so it starts 12 hours early and ends 12 hours late.',
    timeZone: (zone: string) => `Whole days in the time zone ${zone}.`,
    showTime: 'The show starts on the last day, at this hour of the same time zone.',
    leaderboard: 'Leaderboard Config',
    update: 'Update Event',
    incomplete: 'Please fill in all fields before submitting.',
    failed: (problem: string) => `Error updating event. Please try again. ${problem}`,
    updated: 'Event updated successfully!',
    undone: 'The event is back to how it was.',
    question: 'Change this event?',
    questionIfEnded: 'Change an event that has ended?',
    consequences: (event: string, consequences: readonly string[]) =>
      `${event}: ${consequences.join(' ')}`,
  },

  consequences: {
    begins: "It starts right away, and its name and start date can't be changed any more.",
    leaderboard: 'All points will be recalculated with the new leaderboard configuration.',
    removed: (streamers: readonly string[]) =>
      `Results from ${formatList(streamers)} will no longer count.`,
    added: (streamers: readonly string[]) =>
      `Results from ${formatList(streamers)} will count as well.`,
    endDate: 'A different end date changes which games count.',
    unsealed: (streamers: readonly string[]) =>
      `Games held for ${formatList(streamers)} will become visible to everybody, for good.`,
    otherDays:
      'Held games from days that no longer count will become visible, for good. Streamers will be asked to agree to the new days.',
  },

  created: {
    event: {
      done: '<name/> was created. Next: decide how its results are shown, and share its page.',
      show: 'Set up the show',
      change: 'Manage Event',
    },
    series: {
      done: '<name/> was created. Next: look through its events, and set up their shows.',
      change: 'Open the series',
    },
  },

  deleting: {
    event: 'Delete Event',
    series: 'Delete Series',
    eventResult:
      "<name/> will be deleted for everybody, with its participants, leaderboards and uploads. Games are kept, because they count in their season. This can't be undone.",
    seriesResult:
      "<name/> will be deleted for everybody, with all its events and their participants, leaderboards and uploads. Games are kept, because they count in their season. This can't be undone. To keep one of the events, remove it from the series first.",
    done: '<name/> was deleted.',
  },

  leaving: {
    leave: 'Leave',
    leaveAndBlock: 'Leave and Block',
    event: 'Leave Event',
    series: 'Leave Series',
    eventResult: 'You will leave <name/>, and your results will no longer count in it.',
    seriesResult:
      "You will leave the events of <name/> that haven't ended, and your results will no longer count in them. Events that have ended stay as they are.",
    result:
      "Your uploads are kept. Games that a sealed event was holding become visible to everybody, for good. <organiser/> can't add you back, but you can rejoin on My Events.",
    block: (organiser: string) => `Block ${organiser}`,
    blockHint:
      "They won't be able to add you to events. You will leave all of their events that haven't ended, and no longer help to run any. Events that have ended stay as they are, but you won't see them. You can undo this on My Events, but not your help.",
    left: 'You have left <name/>.',
    leftAndBlocked: 'You have left <name/> and blocked <organiser/>.',
    rejoined: 'You have rejoined <name/>.',
  },
})
