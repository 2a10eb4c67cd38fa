import { ordinal } from '@rollcall/scoring/explanation'
import { catalogue } from '#texts/language.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

function placed(rank: number | 'disqualified' | null): string {
  if (rank === 'disqualified') return 'Disqualified, among'
  return rank === null ? 'No points, among' : `${ordinal(rank)} of`
}

export const texts = catalogue('events/my-events', {
  title: 'My Events',
  lead: 'The events you run or take part in, and how points are awarded.',
  overlays: 'Overlays for OBS',
  scoring: 'Scoring',
  create: 'Create Event',
  failed: 'Could not be loaded.',

  series: {
    title: 'Event Series',
    none: 'No event series available.',
    events: (count: number) => formatCount(count, { one: 'event', other: 'events' }),
    manage: 'Manage',
    view: 'View',
  },

  events: {
    title: 'Single Events',
    none: 'You are not currently participating in any events.',
    createdBy: 'Created by <creator/>',
    noResults: 'Event has no results',
    leaderboard: 'Leaderboard',
    manage: 'Manage Event',
    controlRoom: 'Control Room',
  },

  filter: 'Filter by name',
  filtered: 'events',
  noMatch: 'Nothing matches.',
  done: (count: number) => `${formatNumber(count)} ended`,

  facts: {
    revealed: (count: number, of: number) =>
      `${formatNumber(count)} of ${formatNumber(of)} revealed`,
    streamers: (count: number) => formatCount(count, { one: 'streamer', other: 'streamers' }),
    resultsIn: (count: number, of: number) =>
      `Results in: ${formatNumber(count)} of ${formatNumber(of)}`,
  },

  configurations: {
    title: 'Leaderboard Configurations',
    none: 'No leaderboards available.',
    create: 'New Config',
    isDefault: 'Default',
    manage: 'Manage',
  },

  results: {
    title: 'My results',
    lead: 'Events you raced in. A result appears here once everybody on the board may see it.',
    none: 'You have no results in events yet.',
    pages: 'Pages of my results',
    /** Nobody won anything without points. */
    facts: (rank: number | 'disqualified' | null, of: number, days: string) =>
      `${placed(rank)} ${formatCount(of, { one: 'racer', other: 'racers' })} · ${days} · by <organiser/>`,
  },

  calendar: {
    title: 'Calendar',
    lead: 'Follow your events in your own calendar: add this address there as a subscription. It contains names and days, but no results.',
    own: 'Address of your calendar',
    everybodys: 'Address of all listed events',
    make: 'Create calendar link',
    replace: 'Reset link',
    remove: 'Remove link',
    question: { replace: 'Reset link?', remove: 'Remove link?' },
    loss: 'Calendars that use the current link will stop getting your events.',
  },

  left: {
    title: 'Events You Left',
    lead: 'Nobody can add you back to these. You can rejoin until they end.',
    rejoin: 'Rejoin',
  },

  blocked: {
    title: 'Blocked Organisers',
    lead: "People you block can't add you to events, and you won't see theirs.",
    organiser: 'Organiser',
    block: 'Block',
    question: 'Block Organiser',
    result:
      "<name/> won't be able to add you to events. You will leave all of their events that haven't ended, and your results will no longer count in them. You will no longer help to run any. Events that have ended stay as they are, but you won't see them.",
    isBlockedAgain: '<name/> is blocked again.',
    unblock: 'Unblock',
    isUnblocked: '<name/> is no longer blocked.',
  },

  seals: {
    title: 'Sealed results',
    rule: 'A sealed event keeps your games secret until its show: in other events, only you and admins see them. Everybody sees them after the show, or a week after the event ends at the latest. Until then, your channel has no public points for the days on which they were played. Season totals go on at once, so somebody who keeps looking at them can still work points out.',
    facts: (days: string) => `${days}, by <organiser/>`,
    sharesDays:
      'Its dates overlap with <events/>. Both organisers will see these results before either show.',
    seenBy: 'Before the show, the results are seen by <organiser/>.',
    seenByAll: 'Before the show, the results are seen by <organiser/> and by:',
    seer: {
      'co-organiser': (since: string) => `<name/>, co-organiser, since ${since}`,
      moderator: (since: string) => `<name/>, moderator, since ${since}`,
    },
    seerLater: {
      'co-organiser': (since: string) => `<name/>, co-organiser, since ${since}, after you agreed`,
      moderator: (since: string) => `<name/>, moderator, since ${since}, after you agreed`,
    },
    agree: 'Agree',
    decline: 'Decline',
    stop: 'Stop holding later games',
    own: 'Your own event.',
    asks: 'The organiser asks to hold your games that finish after you agree.',
    agreed: 'You agreed.',
    declined: 'You declined: later games are not held.',
    ended: 'This event has ended.',
    held: (games: number) =>
      `${formatCount(games, { one: 'game is', other: 'games are' })} held until its show.`,
    open: 'Open now',
    openHint: (games: number) =>
      `Shows your ${formatCount(games, { one: 'held game', other: 'held games' })} in every event right away.`,
    openQuestion: (games: number) =>
      `Open ${formatCount(games, { one: 'held game', other: 'held games' })} now?`,
    openResult:
      "Everybody will see them in every event right away, before the shows. You can't undo this. Later games are still held where you agreed.",
  },
})
