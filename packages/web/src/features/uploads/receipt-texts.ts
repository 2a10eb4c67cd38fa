/** The sentences about receipts, warnings and undoing an upload. */
import type { UploadWarning } from '@rollcall/contract/upload-warning'
import type { UploadOutcome } from '@rollcall/contract/uploads'
import type {
  EventNumbers,
  NumbersChange,
  OwnReceipt,
  UndoneUpload,
  UploadFacts,
} from '@rollcall/contract/uploads-mine'
import { currentLanguage } from '#texts/language.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { seasonName } from '#ui/season-name.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })
const games = (count: number) => formatCount(count, { one: 'game', other: 'games' })
const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })

const MODES = { race: 'race', royale: 'royale', tilt: 'tilt level' } as const

/** `3 added, 5 changed`; leaves out zeros. */
function listCounts(counts: readonly (readonly [number, string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatNumber(count)} ${what}`)
    .join(', ')
}

interface ReceiptState {
  readonly outcome: UploadOutcome
  /** Nothing has been stored yet. */
  readonly isPreview: boolean
}

type SnapshotFacts = Extract<UploadFacts, { kind: 'season' | 'event' }>

function snapshotSentence(
  { counts, unused }: SnapshotFacts,
  { outcome, isPreview }: ReceiptState,
): string {
  if (outcome === 'duplicate') {
    return 'Nothing changed: this snapshot was uploaded before.'
  }
  if (unused !== null) {
    return {
      kept: `${isPreview ? 'It will be' : 'It was'} kept but not used, because games are counted one by one.`,
      older: 'It was not used, because there is already a snapshot of a later day.',
      empty: 'It was not used: an empty snapshot never replaces one with racers.',
    }[unused]
  }
  const { added, changed, removed } = counts
  const list = listCounts(
    isPreview
      ? [
          [added, 'to add'],
          [changed, 'to change'],
          [removed, 'to remove'],
        ]
      : [
          [added, 'added'],
          [changed, 'changed'],
          [removed, 'removed'],
        ],
  )
  return list === ''
    ? `${racers(counts.racers)}, no changes.`
    : `${racers(counts.racers)}: ${list}.`
}

function gameSentence(
  { counts, isRanked, isCompleted }: Extract<UploadFacts, { kind: 'game' }>,
  { outcome }: ReceiptState,
): string {
  if (outcome === 'duplicate') {
    return 'Nothing changed: this game was uploaded before.'
  }
  if (isCompleted) {
    return 'This game was known from a day log. Its own files add the details.'
  }
  return `${racers(counts.results)}.${isRanked ? '' : ' It is not a ranked game, so it does not count.'}`
}

function importSentence(
  { counts: { games: all, added, known, differing } }: Extract<UploadFacts, { kind: 'import' }>,
  { isPreview }: ReceiptState,
): string {
  const list = listCounts([
    [added, isPreview ? 'to add' : 'added'],
    [known, 'uploaded before'],
    [differing, 'already stored with other results'],
  ])
  return `${games(all)}: ${list}.`
}

function seasonNumbers(numbers: { points: number; games: number } | null): string {
  return numbers === null ? 'no results' : `${points(numbers.points)} in ${games(numbers.games)}`
}

function eventNumbers(numbers: EventNumbers): string {
  const { hasSnapshot } = numbers
  if (!hasSnapshot && numbers.games === 0) {
    return 'no results'
  }
  const snapshot = numbers.games === 0 ? `a snapshot of ${racers(numbers.racers)}` : 'a snapshot'
  const what = [
    ...(hasSnapshot ? [snapshot] : []),
    ...(numbers.games > 0 ? [games(numbers.games)] : []),
  ].join(' and ')
  return numbers.points === null ? what : `${what} with ${points(numbers.points)}`
}

/** `the race with 38 racers on Canyon`. */
function describeUndone(facts: UndoneUpload['goes']['facts']): string {
  switch (facts.kind) {
    case 'game':
      return `the ${MODES[facts.mode]} with ${racers(facts.racers)}${facts.map === null ? '' : ` on ${facts.map}`}`
    case 'games':
      return games(facts.count)
    case 'season':
      return `the snapshot of season ${facts.season}`
    case 'event':
      return `the snapshot of the event ${facts.event}`
  }
}

type Params = NonNullable<UploadWarning['params']>

function uncountedSentence({ season, count, of, isHandedOver }: Params): string {
  const which =
    of === 1
      ? 'This game does not count'
      : count === of
        ? `None of these ${games(Number(of))} count`
        : `${formatNumber(Number(count))} of these ${games(Number(of))} ${count === 1 ? 'does' : 'do'} not count`
  const they = of === 1 ? 'It' : 'They'
  return isHandedOver
    ? `${which} in season ${season}: your snapshot from before you switched to counting each game already covers that time. ${they} can still count in events.`
    : `${which} in season ${season}: your numbers come from a snapshot, which already covers all games so far. ${they} can still count in events. To count the games you play from now on one by one, choose "Count each game from now on" on My Uploads.`
}

/** Warnings that address the reader, or contain an instant, which is shown in the reader's time zone. */
const WARNINGS: Readonly<Record<string, (params: Params) => string>> = {
  not_counted: uncountedSentence,
  partly_counted: uncountedSentence,
  handed_over: ({ since }) =>
    `Games have been counted one by one since ${formatInstant(String(since))}, so later snapshots are kept but not used. You can switch back on My Uploads.`,
  snapshot_conflict: ({ mode, finishedAt }) =>
    `The ${MODES[mode as keyof typeof MODES]} of ${formatInstant(String(finishedAt))} is already stored with other results. The stored one stays.`,
}

/** `Season 75 snapshot`, `Race, season 75`. The name of an event or a map is shown beside it. */
export const what = (kind: OwnReceipt['kind'], facts: UploadFacts | null): string => {
  switch (facts?.kind) {
    case 'season':
      return `${seasonName(facts.season)} snapshot`
    case 'game':
      return `${{ race: 'Race', royale: 'Royale', tilt: 'Tilt level' }[facts.mode]}, season ${facts.season}`
    default:
      return {
        season: 'Season snapshot',
        event: 'Event snapshot',
        game: 'Game',
        import: 'Day log',
      }[kind]
  }
}

function receiptSentence(facts: UploadFacts, result: ReceiptState): string {
  switch (facts.kind) {
    case 'season':
    case 'event':
      return snapshotSentence(facts, result)
    case 'game':
      return gameSentence(facts, result)
    case 'import':
      return importSentence(facts, result)
  }
}

export const receipt = {
  sentence: receiptSentence,
  /** What was uploaded and what happened to it, for admins. */
  summary: (facts: UploadFacts, outcome: UploadOutcome): string => {
    const event = facts.kind === 'event' ? `, ${facts.event}` : ''
    const sentence = receiptSentence(facts, { outcome, isPreview: false })
    return `${what(facts.kind, facts)}${event}. ${sentence}`
  },
  unsaid: 'The server did not say what it did with the files.',
  warnings: 'Warnings',
  warning: ({ code, message, line, params }: UploadWarning): string => {
    const own = params && WARNINGS[code]?.(params)
    const sentence = own ?? currentLanguage().problemText({ error: message, code, params })
    return line === undefined ? sentence : `Line ${line}: ${sentence}`
  },
  countsNow: 'It counts now, because you switched back to snapshots.',
  undoneAt: (at: string) => `Undone on ${formatInstant(at)}.`,
} as const

export const undo = {
  button: 'Undo',
  lastUpload: 'the last upload',
  title: 'Undo the last upload?',
  confirm: 'Undo upload',
  question: ({ facts, from, to }: UndoneUpload['goes']): string => {
    const first = formatInstant(from)
    const what = describeUndone(facts)
    if (facts.kind === 'season' || facts.kind === 'event') {
      return `This removes ${what}, which arrived on ${first}.`
    }
    return from === to
      ? `This removes ${what}, played on ${first}.`
      : `This removes ${what}, played from ${first} to ${formatInstant(to)}.`
  },
  changes: 'What changes',
  /** Whose numbers change: those of a season, an event, or several events. */
  changedName: ({ facts }: NumbersChange): string => {
    switch (facts.kind) {
      case 'season':
        return seasonName(facts.season)
      case 'event':
        return facts.event
      case 'more-events':
        return formatCount(facts.count, { one: 'more event', other: 'more events' })
    }
  },
  change: ({ facts }: NumbersChange): string => {
    switch (facts.kind) {
      case 'season':
        return `from ${seasonNumbers(facts.before)} to ${seasonNumbers(facts.after)}`
      case 'event':
        return `from ${eventNumbers(facts.before)} to ${eventNumbers(facts.after)}`
      case 'more-events':
        return 'without these games'
    }
  },
  noChanges: 'No season or event changes.',
  wayBack: 'To get it back, you have to upload it again.',
  done: ({ facts }: UndoneUpload['goes']) => `Removed ${describeUndone(facts)}.`,
} as const
