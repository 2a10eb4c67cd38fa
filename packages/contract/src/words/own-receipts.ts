/** What the pages say of an upload beside its name, its season and its outcome. */
import { inDigits } from '@rollcall/scoring/problem'
import type { UploadOutcome } from '../uploads.ts'
import type { OwnReceipt, UploadFacts } from '../uploads-mine.ts'
import { racersInWords } from './undone-uploads.ts'

export interface ReceiptState {
  readonly outcome: UploadOutcome
  /** Nothing has been stored yet. */
  readonly isPreview: boolean
}

/** `3 added, 5 changed`; leaves out zeros. */
function listCounts(counts: readonly (readonly [number, string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${inDigits(count)} ${what}`)
    .join(', ')
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
  const { racers, added, changed, removed } = counts
  const list = listCounts([
    [added, isPreview ? 'to add' : 'added'],
    [changed, isPreview ? 'to change' : 'changed'],
    [removed, isPreview ? 'to remove' : 'removed'],
  ])
  return list === ''
    ? `${racersInWords(racers)}, no changes.`
    : `${racersInWords(racers)}: ${list}.`
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
  const racers = `${racersInWords(counts.results)}.`
  return isRanked ? racers : `${racers} It is not a ranked game, so it does not count.`
}

function importSentence(
  { counts: { games, added, known, differing } }: Extract<UploadFacts, { kind: 'import' }>,
  { isPreview }: ReceiptState,
): string {
  const list = listCounts([
    [added, isPreview ? 'to add' : 'added'],
    [known, 'uploaded before'],
    [differing, 'already stored with other results'],
  ])
  return `${inDigits(games)} ${games === 1 ? 'game' : 'games'}: ${list}.`
}

export function ownReceipt(facts: UploadFacts, state: ReceiptState): string {
  switch (facts.kind) {
    case 'season':
    case 'event':
      return snapshotSentence(facts, state)
    case 'game':
      return gameSentence(facts, state)
    case 'import':
      return importSentence(facts, state)
  }
}

/** `Season 75 snapshot`, `Race, season 75`. The name of an event or a map is shown beside it. */
export function uploadTitle(kind: OwnReceipt['kind'], facts: UploadFacts | null): string {
  switch (facts?.kind) {
    case 'season':
      return `Season ${facts.season} snapshot`
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
