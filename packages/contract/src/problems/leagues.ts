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
  round_not_running: {
    status: 409,
    sentence: 'This round has not begun, or it is already over.',
  },
  names_no_games: {
    status: 409,
    sentence: 'In this round, nobody names games. What it prescribes may have been changed.',
  },
  enough_named: {
    status: 409,
    sentence: 'As many games count or are named as the round prescribes.',
  },
  slot_outside_days: {
    status: 422,
    sentence: 'This is not on the days of the round. Please choose a time on one of them.',
  },
  slot_over: {
    status: 422,
    sentence: 'This time has passed. Please choose a later one.',
  },
  not_in_round: {
    status: 404,
    sentence: 'This streamer does not run the round.',
  },
  entering_without_channel: {
    status: 409,
    sentence: 'Only streamers with a channel here can enter as streamers.',
  },
  entering_blocked_organiser: {
    status: 409,
    sentence:
      'You have blocked the organiser of this league. Unblock them on My Events before you enter.',
  },
  racers_need_not_enter: {
    status: 409,
    sentence: 'Everybody may race in this league. You need not enter it.',
  },
  league_full: {
    status: 409,
    sentence: ({ most }: { most: number }) =>
      `Up to ${most} can enter this league, and it is full.`,
  },
  no_such_entry: {
    status: 404,
    sentence: 'There is no such entry any more. It may have been withdrawn or declined.',
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
  league_cell_hidden: {
    status: 404,
    sentence: 'Where a hidden racer has their points from is only shown to that racer.',
  },
  no_such_league_game: {
    status: 422,
    sentence: 'This game is in no round that counts. Choose the game that decides again.',
  },
  no_such_bonus: {
    status: 409,
    sentence:
      'The league has no bonus with this name that is given by hand. Its rules may have changed.',
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
  too_many_disqualified: {
    status: 409,
    sentence: ({ most }: { most: number }) =>
      `Up to ${most} racers of a league can be disqualified. Take one of them back first.`,
  },
  not_disqualified: {
    status: 404,
    sentence: 'This racer is not disqualified from the league any more.',
  },
  league_without_rounds: {
    status: 422,
    sentence: 'This series has no rounds to copy.',
  },
  no_such_division: {
    status: 404,
    sentence: 'There is no such division any more. Reload the page and look again.',
  },
  not_in_division: {
    status: 404,
    sentence: 'This racer is in no division any more. Reload the page and look again.',
  },
  too_many_in_divisions: {
    status: 409,
    sentence: ({ most }: { most: number }) =>
      `Up to ${most} racers can be in the divisions of a league. Take somebody out first.`,
  },
  season_not_over: {
    status: 409,
    sentence: 'The season is not over: it needs a final round, and all others final or voided.',
  },
  no_such_objection: {
    status: 404,
    sentence: 'There is no such objection any more. It may have been withdrawn or answered.',
  },
} as const satisfies Problems
