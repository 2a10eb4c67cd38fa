/** Why there is nothing at an address: on a page, or in the caller's own account. */
import type { Problems } from './problem.ts'

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const nameDay = (day: string) => days.format(new Date(day))

export const NOT_FOUND_PROBLEMS = {
  no_such_session: { status: 404, sentence: 'That session has ended already.' },
  no_such_channel: { status: 404, sentence: 'There is no channel with that name.' },
  no_such_channel_page: {
    status: 404,
    sentence: 'There is no such channel, or nothing on it is public yet.',
  },
  day_held: {
    status: 409,
    sentence: ({ day }: { day: string }) => `Points of ${nameDay(day)} are shown after a show.`,
  },
  /** A held game gets the same answer as a game that never existed. */
  no_such_game: {
    status: 404,
    sentence: 'There is no such game, or it is not public yet.',
  },
  no_such_map: {
    status: 404,
    sentence: 'There is no such map, or nobody has played it yet.',
  },
  /** If a held game is the only one with that name, the answer is the same as for a name that nobody has. */
  no_such_racer: {
    status: 404,
    sentence: 'Nobody with that name has public results.',
  },
  /** A hidden racer gets the same answer as a name that nobody has. */
  no_such_racer_here: {
    status: 404,
    sentence: 'Nobody with that login has results on this channel.',
  },
  same_racer: {
    status: 422,
    sentence: 'These two are the same racer. Choose somebody else.',
  },
  racers_busy: {
    status: 503,
    sentence: 'You are searching or comparing a lot at once. Try again in a moment.',
  },
  no_such_season: {
    status: 404,
    sentence: 'There is no such season, or nothing was played in it.',
  },
} as const satisfies Problems
