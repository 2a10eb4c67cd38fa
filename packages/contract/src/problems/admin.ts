import { type Catalogue, inDigits } from '@rollcall/scoring/problem'
import { counted, type Problems } from './problem.ts'

export const ADMIN_PROBLEMS = {
  no_such_report: { status: 404, sentence: 'There is no such report.' },
  report_decided: { status: 409, sentence: 'This report has already been decided.' },
  report_not_decided: { status: 409, sentence: 'This report has not been decided.' },
  reported_again: {
    status: 409,
    sentence: 'The reporter has reported this row again. Decide that report instead.',
  },
  no_such_display_name: {
    status: 404,
    sentence: 'The racer has no display name on this channel.',
  },
  reported_row_gone: {
    status: 404,
    sentence: 'The row you reported is no longer on the leaderboard.',
  },
  reported_row_own: {
    status: 422,
    sentence: "This is your own row. You can only report other people's rows.",
  },
  row_reported_already: {
    status: 409,
    sentence: 'You have already reported this row. An admin will look at it.',
  },
  no_such_game_to_leave_out: { status: 404, sentence: 'There is no such game.' },
  game_not_rankable: {
    status: 409,
    sentence: 'This game counts in no ranking: it was practice, a simulation, or played by bots.',
  },
  game_not_left_out: { status: 404, sentence: 'This game is not left out of rankings.' },
  too_many_reports: {
    status: 429,
    sentence: ({ most, hours }: { most: number; hours: number }) =>
      `You have sent ${most} reports in 24 hours. Please try again in ${counted(hours, 'hour')}.`,
  },
  no_such_setting: {
    status: 422,
    sentence: ({ name }: { name: string }) => `There is no setting called ${name}.`,
  },
  season_out_of_range: {
    status: 422,
    sentence: 'The season must be a whole number from 1 to 9999.',
  },
  dev_season_out_of_range: {
    status: 422,
    sentence: 'The development season must be a whole number from 1 to 9999, or empty for none.',
  },
  dev_season_not_later: {
    status: 422,
    sentence:
      'The development season must be later than the current one, or everybody could see it.',
  },
  season_never_changed: { status: 409, sentence: 'The season has not changed since installation.' },
  season_changed_again: {
    status: 409,
    sentence: 'The season has changed again. Reload the page to see the last change.',
  },
  season_asked_for: {
    status: 409,
    sentence: 'The change can no longer be undone: a companion has asked for the season.',
  },
  season_has_results: {
    status: 409,
    sentence: 'The change can no longer be undone: results of this season have arrived.',
  },
  version_too_long: {
    status: 422,
    sentence: ({ most }: { most: number }) => `A version can have up to ${most} characters.`,
  },
} as const satisfies Problems

/** What the schemas of `admin-reports.ts` check. */
export const REPORT_CHECKS = {
  report_details_too_long: ({ most }: { most: number }) =>
    `Details can have up to ${inDigits(most)} characters.`,
} as const satisfies Catalogue
