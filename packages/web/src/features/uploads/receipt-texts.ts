/** The texts of receipts, warnings and undoing an upload. The sentences are the contract's. */
import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { UploadOutcome } from '@rollcall/contract/uploads'
import type {
  NumbersChange,
  OwnReceipt,
  UndoneUpload,
  UndoState,
  UploadFacts,
} from '@rollcall/contract/uploads-mine'
import { ownReceipt, uploadTitle } from '@rollcall/contract/words/own-receipts'
import { changeInWords, goneInWords } from '@rollcall/contract/words/undone-uploads'
import {
  COUNT_AS_ANOTHER,
  UPLOAD_WARNINGS,
  writeWarning,
} from '@rollcall/contract/words/upload-warnings'
import { currentLanguage } from '#texts/language.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'

export const what = uploadTitle

/** A warning that this build does not know, or whose facts an old receipt lacks, has only the server's sentence. */
function warningSentence({ code, message, params }: UploadWarning): string {
  const isKnown = params !== undefined && (code in UPLOAD_WARNINGS || params.reason === 'more')
  return isKnown ? writeWarning({ code, params }, { writeInstant: formatInstant }) : message
}

export const receipt = {
  sentence: ownReceipt,
  /** What was uploaded and what happened to it, for admins. */
  summary: (facts: UploadFacts, outcome: UploadOutcome): string => {
    const event = facts.kind === 'event' ? `, ${facts.event}` : ''
    const sentence = ownReceipt(facts, { outcome, isPreview: false })
    return `${what(facts.kind, facts)}${event}. ${sentence}`
  },
  unsaid: 'The server did not say what it did with the files.',
  warnings: 'Warnings',
  warning: (warning: UploadWarning): string => {
    const { code, line, params } = warning
    const error = warningSentence(warning)
    const sentence = currentLanguage().problemText({ error, code, params })
    return line === undefined ? sentence : `Line ${line}: ${sentence}`
  },
  countsNow: 'It counts now, because you switched back to snapshots.',
  undoneAt: (at: string) => `Undone on ${formatInstant(at)}.`,
} as const

/** Equal games that count as one until the streamer says that they are two. */
export const another = {
  button: (count: number) =>
    count === 1 ? COUNT_AS_ANOTHER : `Count them as ${formatNumber(count)} other games`,
  done: 'Counted as another game. Undo takes it back.',
} as const

export const undo = {
  button: 'Undo',
  which: ({ kind, facts, receivedAt }: OwnReceipt): string =>
    `${what(kind, facts)}, ${formatInstant(receivedAt)}`,
  title: 'Undo this upload?',
  whyNot: {
    game_left_out: 'Cannot be undone: an admin left a game of it out of rankings.',
    games_have_own_files: "Cannot be undone: the games' own files have arrived since.",
    event_deleted_meanwhile: 'Cannot be undone: its event was deleted.',
    newer_snapshot: 'Replaced by a newer snapshot. Undo that one first.',
    snapshot_replaced: 'Cannot be undone: it is no longer stored.',
    earlier_snapshot_gone: 'Cannot be undone: the snapshot before it is no longer stored.',
  } satisfies Record<Exclude<UndoState, 'possible' | 'upload_too_old'>, string>,
  confirm: 'Undo upload',
  question: ({ facts, from, to }: UndoneUpload['goes']): string => {
    const first = formatInstant(from)
    const gone = goneInWords(facts)
    if (facts.kind === 'season' || facts.kind === 'event') {
      return `This removes ${gone}, which arrived on ${first}.`
    }
    return from === to
      ? `This removes ${gone}, played on ${first}.`
      : `This removes ${gone}, played from ${first} to ${formatInstant(to)}.`
  },
  changes: 'What changes',
  /** What has other numbers now: a season, an event, or several events. */
  changedName: ({ facts }: NumbersChange): string => changeInWords(facts).of,
  change: ({ facts }: NumbersChange): string => {
    const { before, after } = changeInWords(facts)
    return `from ${before} to ${after}`
  },
  noChanges: 'No season or event changes.',
  wayBack: 'To get it back, you have to upload it again.',
  done: ({ facts }: UndoneUpload['goes']) => `Removed ${goneInWords(facts)}.`,
} as const
