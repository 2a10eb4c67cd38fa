import type { Problems } from './problem.ts'

export const LEAGUE_PROBLEMS = {
  no_such_round: {
    status: 404,
    sentence: 'This event is not a round of the league. It may have been taken out.',
  },
  round_changed: {
    status: 409,
    sentence:
      'Something has changed in this round since you opened the page. Reload it and look again.',
  },
  revision_without_results: {
    status: 409,
    sentence: 'Nobody has results in this round any more. You can stop counting it instead.',
  },
  rules_need_reason: {
    status: 422,
    sentence: 'A round is already final. Please say why the rules change; everybody can read it.',
  },
  league_has_final_rounds: {
    status: 409,
    sentence:
      'A round of this league is final, so its table stays. You can still change its rules.',
  },
  no_such_round_game: {
    status: 404,
    sentence: 'This game is not among those of the round. It may have been taken back.',
  },
  mode_not_counted: {
    status: 422,
    sentence:
      "The event's point configuration does not count games of this kind, so none could count.",
  },
  objections_closed: {
    status: 409,
    sentence: 'The time for objections to this round is over, or its results are not open yet.',
  },
  objection_unanswered: {
    status: 409,
    sentence: 'Your last objection to this round has not been answered yet. You can withdraw it.',
  },
  league_table_changed: {
    status: 409,
    sentence: 'The table has changed since you opened the page. Reload it and look again.',
  },
  too_many_passed_over: {
    status: 409,
    sentence: ({ most }: { most: number }) =>
      `Up to ${most} racers of a league can be passed over. Take one of them back first.`,
  },
  not_passed_over: {
    status: 404,
    sentence: 'This racer is not passed over any more.',
  },
  league_without_rounds: {
    status: 422,
    sentence: 'This series has no rounds to copy.',
  },
  no_such_objection: {
    status: 404,
    sentence: 'There is no such objection any more. It may have been withdrawn or answered.',
  },
} as const satisfies Problems
