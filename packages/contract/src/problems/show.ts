import { inDigits } from '@rollcall/scoring/problem'
import type { Problems } from './problem.ts'

export const SHOW_PROBLEMS = {
  /** Does not reveal whether the link ever worked. */
  no_such_link: {
    status: 404,
    sentence: 'This address leads nowhere, or it has been replaced.',
  },
  row_hidden: { status: 404, sentence: 'There is no such row, or it is still hidden.' },
  channel_without_results: { status: 404, sentence: "Upload your channel's results first." },
  webhook_of_series: {
    status: 403,
    sentence: 'The whole series posts there. Only those who organise the series can change it.',
  },
  show_moved: {
    status: 409,
    sentence: 'The show has already moved on. This press changed nothing.',
  },
  blur_running: {
    status: 409,
    sentence: 'The last step is still running. This press changed nothing.',
  },
  show_has_begun: {
    status: 409,
    sentence: 'The show has already started. Reset it to start again.',
  },
  round_does_not_count: {
    status: 409,
    sentence:
      "The league's table does not have this round yet. First end the round, and show its own results if they are sealed.",
  },
  no_table_to_show: {
    status: 409,
    sentence: 'This event is no round of a league with such a table.',
  },
  table_without_ranks: {
    status: 422,
    sentence: 'Nobody has a rank in this table yet.',
  },
  show_not_begun: { status: 409, sentence: 'The show has not started.' },
  show_is_over: { status: 409, sentence: 'The show is over.' },
  show_at_its_start: { status: 409, sentence: 'The show is at its start.' },
  all_uncovered: {
    status: 409,
    sentence: 'Everything is uncovered. Finish the show, or go back.',
  },
  rank_before_start: {
    status: 409,
    sentence: ({ startRank }: { startRank: number }) =>
      `This show starts at rank ${startRank}. Choose a rank from 1 to ${startRank}.`,
  },
  shown_elsewhere: {
    status: 409,
    sentence: ({ event }: { event: string }) =>
      `This table is being shown in ${event}. Finish or reset that show first.`,
  },
  nothing_to_take_over: {
    status: 409,
    sentence: 'No show is running that could accept new results.',
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
      `A show can have boards of up to ${most} racers in all; this event has more.`,
  },
  shows_too_large: {
    status: 422,
    sentence: ({ most, count }: { most: number; count: number }) =>
      `One organiser's shows can have boards of up to ${inDigits(most)} rows together; this one would make it ${inDigits(count)}. Delete old events or reset their shows, then press again.`,
  },
  results_keep_arriving: {
    status: 503,
    sentence: 'Results keep arriving. Press again.',
  },
  results_changed_too_fast: {
    status: 503,
    sentence: 'The results of this event are changing too fast. Press again.',
  },
} as const satisfies Problems
