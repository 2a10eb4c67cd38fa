/** What is odd about an accepted upload. */
import { FILE_WARNINGS, MORE_WARNINGS } from '@rollcall/formats/problem-sentences'
import { quoted } from '@rollcall/formats/quoted'
import type { Refusal } from '@rollcall/scoring/prescription'
import {
  type Catalogue,
  inDigits,
  type ProblemParams,
  type Said,
  writeSentence,
} from '@rollcall/scoring/problem'
import { FROM_BEFORE } from './from-before.ts'
import { REFUSALS_IN_WORDS } from './refused-games.ts'

const racers = (count: number) => (count === 1 ? '1 racer' : `${inDigits(count)} racers`)

/** What the button says. */
export const COUNT_AS_ANOTHER = 'Count it as another game'

interface Uncounted {
  season: number
  count: number
  /** How many games the upload has. */
  of: number
  isHandedOver: boolean
}

function uncounted({ season, count, of, isHandedOver }: Uncounted): string {
  const which =
    of === 1
      ? 'It does not'
      : count === of
        ? `None of the ${inDigits(of)} games`
        : `${inDigits(count)} of the ${inDigits(of)} games ${count === 1 ? 'does' : 'do'} not`
  const verb = count === of && of > 1 ? 'counts' : 'count'
  const why = isHandedOver
    ? 'the snapshot from before you switched to counting each game already covers that time.'
    : 'its numbers come from a snapshot, which already covers all games so far.'
  const what = isHandedOver
    ? ''
    : ' To count the games you play from now on one by one, choose "Count each game from now on" on My Uploads.'
  const events = ` ${of === 1 ? 'It' : 'They'} can still count in events.`
  return `${which} ${verb} in season ${season}: ${why}${events}${what}`
}

interface NotInRound {
  round: string
  refusal: Refusal
  count: number
  /** How many games the upload has. */
  of: number
}

function notInRound({ round, refusal, count, of }: NotInRound): string {
  const which =
    of === 1
      ? 'It does not count'
      : `${inDigits(count)} of the ${inDigits(of)} games ${count === 1 ? 'does' : 'do'} not count`
  return `${which} in the round ${quoted(round)}: ${REFUSALS_IN_WORDS[refusal]}`
}

/** Writes an instant in the reader's time zone. */
export type WriteInstant = (instant: string) => string

/** For example, `2026-09-14 12:00 UTC`. */
const inMinutes: WriteInstant = (instant) => `${instant.slice(0, 16).replace('T', ' ')} UTC`

export const UPLOAD_WARNINGS = {
  ...FILE_WARNINGS,
  old_game: ({ hours }: { hours: number }) => `The game finished more than ${hours} hours ago.`,
  checkpoints_repeated:
    'The checkpoint hits are those of the previous game and were not counted again.',
  /** The stamp is that of the log. Old receipts have nothing else. */
  snapshot_conflict: ({
    mode,
    stamp,
    finishedAt,
    writeInstant,
  }: {
    mode: string
    stamp: string
    finishedAt: string
    writeInstant?: WriteInstant
  }) =>
    `The ${mode} of ${writeInstant && finishedAt ? writeInstant(finishedAt) : stamp} is already stored with other results. The stored one stays.`,
  empty_snapshot: 'An empty snapshot never replaces a full one.',
  handed_over: ({
    since,
    writeInstant = inMinutes,
  }: {
    since: string
    writeInstant?: WriteInstant
  }) =>
    `This channel's games have been counted one by one since ${writeInstant(since)}, so later snapshots are kept but not used. Its streamer can switch back under My Uploads.`,
  /** If there are many, the sentence names only the first ones. */
  racers_lost: ({ count, names }: { count: number; names: string[] }) => {
    const more = count > names.length ? ` and ${inDigits(count - names.length)} more` : ''
    return `This file does not have ${racers(count)} of the stored snapshot: ${names.map((name) => quoted(name)).join(', ')}${more}. If they did race, the companion may have cut the file off at a name that it could not write.`
  },
  /** Nobody gave the time of the stored game or of this one, so that they may be two. */
  equal_games: ({ count, of }: { count: number; of: number }) =>
    of === 1
      ? `A game with the same results is already stored. Nobody said when both finished, so they count as one game. If this is another game, choose "${COUNT_AS_ANOTHER}" on My Uploads.`
      : `${inDigits(count)} of the ${inDigits(of)} games ${count === 1 ? 'has' : 'have'} the same results as a stored game. Nobody said when that one finished, so they count as one game. If they are others, you can count them on My Uploads.`,
  /** None of an upload's games counts, or not all of them do. */
  not_counted: uncounted,
  partly_counted: uncounted,
  not_in_round: notInRound,
} as const satisfies Catalogue

/** The sentence of a warning, or of how many more there are with its code. */
export function writeWarning(
  {
    code,
    params = {},
  }: {
    readonly code: string
    readonly params?: ProblemParams | undefined
  },
  how: { readonly writeInstant?: WriteInstant } = {},
): string {
  if (params.reason === 'more') {
    return writeSentence(MORE_WARNINGS, params)
  }
  const said: Said | undefined = UPLOAD_WARNINGS[code as keyof typeof UPLOAD_WARNINGS]
  return said === undefined
    ? FROM_BEFORE.sentence
    : writeSentence(said, { ...params, ...how } as ProblemParams)
}
