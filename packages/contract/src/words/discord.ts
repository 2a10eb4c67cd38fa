/** What is posted in Discord, and why it is not there. */
import { type Catalogue, inDigits } from '@rollcall/scoring/problem'

/** Discord's answer. */
interface Answer {
  status: number
}

export const POST_PROBLEMS = {
  show_no_longer_final: 'The show is no longer final, so nothing was posted.',
  night_held: 'The day is held until a show, so nothing was posted.',
  post_not_made: 'The server could not make the post.',
  post_interrupted:
    'The server stopped while it was sending. Check Discord to see whether the post is there.',
  post_answer_lost: "Discord's answer was lost. Check Discord to see whether the post is there.",
  discord_unreachable: 'Discord could not be reached.',
  discord_asked_to_wait: 'Discord asked us to wait.',
  discord_unavailable: ({ status }: Answer) => `Discord could not accept it (status ${status}).`,
  discord_refused: ({ status }: Answer) => `Discord refused it (status ${status}).`,
  webhook_unusable: "The webhook's address can no longer be used. Enter it again.",
  webhook_unknown:
    'Discord no longer knows this webhook. Make a new one there, and enter its address.',
  webhook_redirects: 'The address redirects somewhere else, and redirects are not followed.',
  message_gone: 'Somebody has deleted the message in Discord, so it is not edited any more.',
  webhook_private: 'The address leads into a private network.',
} as const satisfies Catalogue

const MEDALS = ['🥇', '🥈', '🥉']

/** A racer of the podium. @param name as Discord shows it */
export const podiumLine = ({
  rank,
  name,
  points,
}: {
  rank: number
  name: string
  points: string
}) => `${MEDALS[rank - 1]} **${name}** – ${points} ${points === '1' ? 'point' : 'points'}`

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** @param channel as Discord shows it */
export const nightTitle = (channel: string, day: string) =>
  `${channel}, ${days.format(new Date(day))}`

const count = (number: number, one: string) =>
  `${inDigits(number)} ${number === 1 ? one : `${one}s`}`

export const playedLine = ({ games, racers }: { games: number; racers: number }) =>
  [...(games === 0 ? [] : [count(games, 'game')]), count(racers, 'racer')].join(' · ')

/** The most points in one game. @param name as Discord shows it, as is the map's */
export const bestGameLine = ({
  mode,
  name,
  points,
  map,
}: {
  mode: 'race' | 'royale'
  name: string
  points: number
  map: string | null
}) => `Best ${mode}: **${name}** – ${count(points, 'point')}${map === null ? '' : ` on ${map}`}`

export const othersLine = (count: number) => `and ${count} more`

/** The message about a round, as Discord shows names and instants. */
export const ROUND_WORDS = {
  title: (league: string, round: string) => `${league}: ${round}`,
  days: (from: string, until: string) => (from === until ? from : `${from} to ${until}`),
  states: {
    planned: 'Announced',
    open: 'Running',
    waiting: 'All have run it. Its results are not open yet.',
    provisional: 'Results, not final yet',
    final: 'Results',
    voided: 'Does not count',
  },
  voided: (reason: string) => `Does not count: ${reason}`,
  channels: {
    'to-come': 'has not said when',
    announced: (at: string) => `runs it ${at}`,
    running: 'runs it',
    'has-run': 'has run it',
    missing: 'has not run it',
    refused: 'has games, but none counts',
  },
  more: (count: number) => `and ${inDigits(count)} more`,
  noResults: 'Nobody has results.',
} as const
