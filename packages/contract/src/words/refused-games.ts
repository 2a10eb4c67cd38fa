/** Why a game does not count in a round that prescribes its games. */
import type { Refusal } from '@rollcall/scoring/prescription'

export const REFUSALS_IN_WORDS = {
  left_out: 'an admin has left it out of all rankings.',
  swapped_out: 'the organiser has taken it out.',
  other_mode: 'the round is about games of another kind.',
  no_map: 'its files name no map, and the round prescribes one.',
  other_map: 'it was on another map than the round prescribes.',
  other_session: 'it was another type of session than the round prescribes.',
  not_ranked: 'it is not a ranked game.',
  other_hours: 'it finished outside the hours that the round prescribes.',
  not_first: 'only the first games count, and enough were played before.',
  not_last: 'only the last games count, and enough were played after it.',
  not_largest: 'only the games with the most marbles count, and enough others had more.',
  not_named: 'it was not named before it started.',
  start_unknown: 'its files do not say when it started, and games are named before they start.',
  enough_others: 'as many others count as the round prescribes.',
} as const satisfies Record<Refusal, string>
