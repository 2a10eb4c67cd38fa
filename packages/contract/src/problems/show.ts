import type { Problems } from './problem.ts'

export const SHOW_PROBLEMS = {
  /** Does not reveal whether the link ever worked. */
  no_such_link: {
    status: 404,
    sentence: 'This address leads nowhere, or it has been replaced.',
  },
  row_hidden: { status: 404, sentence: 'There is no such row, or it is still hidden.' },
  channel_without_results: { status: 404, sentence: 'Upload results of your channel first.' },
  show_moved: {
    status: 409,
    sentence: 'The show has been moved meanwhile. This press changed nothing.',
  },
  blur_running: {
    status: 409,
    sentence: 'The last rank is still being uncovered. This press changed nothing.',
  },
  show_has_begun: {
    status: 409,
    sentence: 'The show has begun already. Reset it to start anew.',
  },
  show_not_begun: { status: 409, sentence: 'The show has not begun.' },
  show_is_over: { status: 409, sentence: 'The show is over.' },
  show_at_its_start: { status: 409, sentence: 'The show is at its start.' },
  all_uncovered: {
    status: 409,
    sentence: 'Everything is uncovered. Finish the show, or go back.',
  },
  rank_before_start: {
    status: 409,
    sentence: ({ startRank }: { startRank: number }) =>
      `This show starts at rank ${startRank}. Choose a rank from 1 to it.`,
  },
  nothing_to_take_over: {
    status: 409,
    sentence: 'There is no show that could take anything over.',
  },
  streamer_not_in_event: { status: 422, sentence: 'This streamer does not take part.' },
  streamer_without_results: {
    status: 422,
    sentence: 'This streamer does not take part, or has no results yet.',
  },
  nothing_to_reveal: {
    status: 422,
    sentence: 'There are no results to reveal on this board yet.',
  },
  board_too_large: {
    status: 422,
    sentence: ({ most }: { most: number }) =>
      `A show takes boards of up to ${most} racers together; this event has more.`,
  },
  results_keep_arriving: {
    status: 503,
    sentence: 'Results keep arriving at this moment. Press again.',
  },
  results_changed_too_fast: {
    status: 503,
    sentence: 'The results of this event change too fast. Press again.',
  },
} as const satisfies Problems
