import { type Catalogue, inDigits } from '@rollcall/scoring/problem'
import { counted, listed, type Problems } from './problem.ts'

export const EVENT_PROBLEMS = {
  no_such_event: {
    status: 404,
    sentence: 'There is no such event. It may have been deleted.',
  },
  no_such_series: {
    status: 404,
    sentence: 'There is no such series. It may have been deleted.',
  },
  league_without_rules: {
    status: 422,
    sentence: 'Set up the table first: a series without one has no public page.',
  },
  no_such_team: {
    status: 404,
    sentence: 'There is no such team. It may have been deleted, or its link replaced.',
  },
  no_such_member: {
    status: 404,
    sentence: 'This person is not in the team and has not asked to join it.',
  },
  league_without_teams: {
    status: 409,
    sentence: 'This league has no teams. Its rules can give it some.',
  },
  team_name_taken: {
    status: 409,
    sentence: 'Another team of the league has this name.',
  },
  too_many_teams: {
    status: 422,
    sentence: ({ most }: { most: number }) => `A league can have at most ${most} teams.`,
  },
  team_full: {
    status: 409,
    sentence: ({ most }: { most: number }) => `The team is full: it may have ${most} members.`,
  },
  in_other_team: {
    status: 409,
    sentence: ({ team }: { team: string }) =>
      `You are in the team ${team} of this league, or have asked to join it. Leave it first.`,
  },
  not_a_streamer_of_league: {
    status: 409,
    sentence:
      'The teams of this league have streamers. Only people who stream one of its rounds can join.',
  },
  teams_of_other_rows: {
    status: 409,
    sentence: ({ members }: { members: 'racers' | 'streamers' }) =>
      `The teams of this league have ${members}, who did not join as anything else. Delete the teams first.`,
  },
  no_such_user: { status: 404, sentence: 'There is no such user.' },
  racer_without_points: { status: 404, sentence: 'This racer has no points in the event.' },
  adjusted_racer_not_on_board: {
    status: 404,
    sentence:
      'This racer is not on the board of All Streamers. Only rows that are there can be adjusted.',
  },
  no_such_adjustment: {
    status: 404,
    sentence: 'There is no such adjustment. It may have been taken back.',
  },
  already_disqualified: { status: 409, sentence: 'This racer is already disqualified.' },
  too_many_adjustments: {
    status: 422,
    sentence: ({ most }: { most: number }) => `An event can have up to ${most} adjustments.`,
  },
  event_board_not_yours: {
    status: 403,
    sentence: "Only the event's organiser and participants can download its board.",
  },
  event_board_sealed: {
    status: 403,
    sentence: 'The results of this event are sealed. Its board can be downloaded after the show.',
  },
  event_has_begun: {
    status: 409,
    sentence: 'The event has started: its name and start date can no longer be changed.',
  },
  event_has_ended: {
    status: 409,
    sentence: 'This event has ended. Its results stay as they are.',
  },
  event_dates_out_of_range: {
    status: 422,
    sentence: 'The dates of an event must be in the years 2000 to 2999.',
  },
  event_ends_before_start: {
    status: 422,
    sentence: 'The end date must not be before the start date.',
  },
  event_too_long: {
    status: 422,
    sentence: ({ most }: { most: number }) => `An event can last at most ${most} days.`,
  },
  no_such_time_zone: {
    status: 422,
    sentence: "This server does not know your browser's time zone.",
  },
  event_day_unreadable: {
    status: 422,
    sentence: 'startAt and endAt must be days like 2026-09-14.',
  },
  no_default_leaderboard: {
    status: 422,
    sentence: 'There is no default leaderboard; ask an admin to make one.',
  },
  chosen_leaderboard_gone: {
    status: 422,
    sentence: 'The leaderboard you chose no longer exists. Choose another one.',
  },
  chosen_streamer_unknown: {
    status: 422,
    sentence: 'One of the streamers you chose does not exist.',
  },
  participants_not_addable: {
    status: 422,
    sentence: ({ names }: { names: readonly string[] }) =>
      `${listed(names)} cannot be added to these events. Please remove them from the list.`,
  },
  participants_left: {
    status: 422,
    sentence: ({ names }: { names: readonly string[] }) =>
      `${listed(names)} left. Only they can rejoin, under My Events. Please remove them from the list.`,
  },
  too_many_events_at_once: {
    status: 422,
    sentence: ({ most, count }: { most: number; count: number }) =>
      `${mayCreate(most)}, and this would be ${inDigits(count)} at once.`,
  },
  too_many_participants_at_once: {
    status: 422,
    sentence: ({ most, count }: { most: number; count: number }) =>
      `${mayAdd(most)}, and this would be ${inDigits(count)} at once.`,
  },
  too_many_events_a_day: {
    status: 429,
    sentence: ({ most, count, hours }: { most: number; count: number; hours: number }) =>
      `${mayCreate(most)}; ${wouldBe(count, hours)}`,
  },
  too_many_participants_a_day: {
    status: 429,
    sentence: ({ most, count, hours }: { most: number; count: number; hours: number }) =>
      `${mayAdd(most)}; ${wouldBe(count, hours)}`,
  },
  not_in_event: { status: 404, sentence: 'You do not take part in this event.' },
  not_in_series: { status: 404, sentence: 'You do not take part in this series.' },
  event_not_left: { status: 404, sentence: 'You have not left this event, or it has ended.' },
  series_not_left: { status: 404, sentence: 'You have not left this series.' },
  series_has_ended: {
    status: 409,
    sentence:
      'The events of this series that you take part in have ended. Their results stay as they are.',
  },
  series_full: {
    status: 409,
    sentence: ({ most }: { most: number }) => `A series can have up to ${most} events.`,
  },
  series_changed_since: {
    status: 409,
    sentence:
      'You created this series a moment ago and have changed it since. You can find it under My Events.',
  },
  series_events_changed: {
    status: 409,
    sentence: 'The events of this series have changed in the meantime. Please look at them again.',
  },
  event_not_single: {
    status: 404,
    sentence:
      'There is no such event, or it is already in a series. Only single events of the same creator can be added.',
  },
  event_not_in_series: { status: 404, sentence: 'This event is not in the series.' },
  no_such_helper: { status: 404, sentence: 'This person does not help here.' },
  not_helping: { status: 404, sentence: 'You do not help here, or not any more.' },
  helper_is_owner: { status: 422, sentence: 'The organiser may do all of this already.' },
  helpers_full: {
    status: 409,
    sentence: ({ most }: { most: number }) => `Up to ${most} people can help.`,
  },
  own_block: { status: 422, sentence: 'You cannot block yourself.' },
  seal_not_asked: {
    status: 404,
    sentence: 'This event does not ask you to keep your results sealed.',
  },
  sealed_days_changed: {
    status: 409,
    sentence: 'The organiser has changed the days of this event. Look at them and answer again.',
  },
  board_changes_too_fast: {
    status: 503,
    sentence: 'The results of this event are changing too fast. Please try again.',
  },
  organiser_busy: {
    status: 503,
    sentence: "The server is already working on too many of this organiser's events.",
  },
} as const satisfies Problems

const mayCreate = (most: number) => `You can create up to ${inDigits(most)} events in 24 hours`
const mayAdd = (most: number) =>
  `You can add up to ${inDigits(most)} participants to events in 24 hours`
const wouldBe = (count: number, hours: number) =>
  `these would make it ${inDigits(count)}. Please try again in ${counted(hours, 'hour')}.`

/** What the schemas of `events.ts` check. */
export const EVENT_CHECKS = {
  event_name_missing: 'The event needs a name.',
  series_name_missing: 'The series needs a name.',
  name_too_long: ({ most }: { most: number }) => `The name can have up to ${most} characters.`,
  series_name_too_short: ({ least }: { least: number }) =>
    `The series name needs at least ${least} characters.`,
  date_unreadable: 'A date must be a day like 2026-09-14.',
  show_time_unreadable: 'The time of the show must be an hour like 20:00.',
  event_too_full: ({ most }: { most: number }) => `An event can have up to ${most} streamers.`,
  leaderboard_missing: 'Choose a leaderboard.',
  adjustment_points_missing:
    'A bonus or a penalty needs points above 0 with up to 2 decimals, and a disqualification has none.',
  adjustment_points_too_many: ({ most }: { most: number }) =>
    `An adjustment can have up to ${inDigits(most)} points.`,
  adjustment_note_too_long: ({ most }: { most: number }) =>
    `A note can have up to ${most} characters.`,
  participants_missing: 'Choose at least one participant.',
  series_empty: 'A series needs at least one event.',
  series_too_long: ({ most }: { most: number }) => `A series can have up to ${most} events.`,
} as const satisfies Catalogue
