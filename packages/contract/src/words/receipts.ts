/** What happened to an accepted upload. */
import { FROM_BEFORE } from './from-before.ts'
import { type Gone, goneInWords, racersInWords } from './undone-uploads.ts'

/** What every sentence has besides its own facts. */
interface Told {
  /** The channel's name. */
  channel: string
  /** Nothing has been stored. */
  isDryRun?: boolean
}

interface Snapshot extends Told {
  /** Missing for the snapshot of an event. */
  season?: number
}

type Game = Told & { mode: keyof typeof GAMES }

const GAMES = { race: 'The race', royale: 'The royale', tilt: 'The tilt level' } as const

const snapshot = ({ season, channel }: Snapshot) =>
  season === undefined ? `The event standing of ${channel}` : `Season ${season} of ${channel}`
const game = ({ mode, channel }: Game) => `${GAMES[mode]} on ${channel}`
const is = ({ isDryRun = false }: Told) => (isDryRun ? 'would be' : 'is')

export const RECEIPTS = {
  snapshot_stored: (told: Snapshot & { racers: number }) =>
    `${snapshot(told)} ${is(told)} stored: ${racersInWords(told.racers)}.`,
  snapshot_kept: (told: Snapshot & { racers: number }) =>
    `${snapshot(told)} ${is(told)} kept, but not used: ${racersInWords(told.racers)}.`,
  snapshot_duplicate: (told: Snapshot) =>
    `${snapshot(told)} was already stored with the same content. Nothing changed.`,
  snapshot_older: (told: Snapshot) =>
    `${snapshot(told)} is already stored with a later marble day. This older file was not used.`,
  snapshot_empty: (told: Snapshot) =>
    `${snapshot(told)} is already stored with racers. This empty file was not used.`,
  game_stored: (told: Game & { racers: number; isRanked: boolean }) => {
    const stored = `${game(told)} ${is(told)} stored: ${racersInWords(told.racers)}.`
    return told.isRanked ? stored : `${stored} It is not a ranked game, so it does not count.`
  },
  game_duplicate: (told: Game) => `${game(told)} was already stored. Nothing changed.`,
  game_completed: (told: Game) =>
    `${game(told)} was stored from a day log, and ${is(told)} completed by its own files.`,
  import_stored: ({ added, known, channel, isDryRun }: Told & { added: number; known: number }) => {
    const stored = isDryRun ? 'would be stored' : added === 1 ? 'is stored' : 'are stored'
    const before = known === 0 ? '' : ` ${known} already known.`
    return `${added} ${added === 1 ? 'game' : 'games'} of ${channel} ${stored}.${before}`
  },
  counted_as_another: (gone: Told & Gone) => `Counted as another game: ${goneInWords(gone)}.`,
} as const

type Receipts = typeof RECEIPTS

/** A code, and the facts in its sentence besides the channel. */
export type ToldReceipt = {
  [Code in keyof Receipts]: {
    code: Code
    params: OwnFacts<Parameters<Receipts[Code]>[0]>
  }
}[keyof Receipts]

type OwnFacts<Facts> = Facts extends Told ? Omit<Facts, keyof Told> : never

/** @param receipt as stored, by this version or an older one */
export function writeReceipt(
  { code, params }: ToldReceipt | { code: string; params: object },
  told: Told,
): string {
  const sentence = RECEIPTS[code as keyof Receipts]
  return sentence === undefined ? FROM_BEFORE.sentence : sentence({ ...params, ...told } as never)
}
