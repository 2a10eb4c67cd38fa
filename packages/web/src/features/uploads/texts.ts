/** What the pages about uploads say: everything by outcome and facts, never by the server's own sentences. */
import type { UploadOutcome, UploadWarning } from '@rollcall/contract/uploads'
import type {
  EventNumbers,
  NumbersChange,
  OwnReceipt,
  UndoneUpload,
  UploadFacts,
} from '@rollcall/contract/uploads-mine'
import { quoted } from '@rollcall/formats/problem'
import { catalogue } from '#texts/language.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'

const racers = (count: number) => formatCount(count, { one: 'racer', other: 'racers' })
const games = (count: number) => formatCount(count, { one: 'game', other: 'games' })
const points = (count: number) => formatCount(count, { one: 'point', other: 'points' })

const MODES = { race: 'race', royale: 'royale', tilt: 'tilt level' } as const

/** `3 added, 5 changed`; empty where none is. */
function listOf(counts: readonly (readonly [number, string])[]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatNumber(count)} ${what}`)
    .join(', ')
}

interface WhatCame {
  readonly outcome: UploadOutcome
  /** Nothing has been stored yet. */
  readonly isPreview: boolean
}

type SnapshotFacts = Extract<UploadFacts, { kind: 'season' | 'event' }>

function snapshotSentence(
  { counts, unused }: SnapshotFacts,
  { outcome, isPreview }: WhatCame,
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
  const list = listOf(
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
  { outcome }: WhatCame,
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
  { isPreview }: WhatCame,
): string {
  const list = listOf([
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
function whatGoes(facts: UndoneUpload['goes']['facts']): string {
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

const listed = (names: Params[string] | undefined) => (Array.isArray(names) ? names : [])

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

/** Of the warnings that are known here, by their code. */
const WARNINGS: Readonly<Record<string, (params: Params) => string>> = {
  not_counted: uncountedSentence,
  partly_counted: uncountedSentence,
  handed_over: ({ since }) =>
    `Games have been counted one by one since ${formatInstant(String(since))}, so later snapshots are kept but not used. You can switch back on My Uploads.`,
  racers_lost: ({ count, names }) => {
    const shown = listed(names)
    const more = Number(count) - shown.length
    return `${racers(Number(count))} of the stored snapshot ${count === 1 ? 'is' : 'are'} missing from this file: ${shown.map((name) => quoted(name)).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}. If they did race, the companion may have cut the file off at a name that it could not write.`
  },
  snapshot_conflict: ({ mode, finishedAt }) =>
    `The ${MODES[mode as keyof typeof MODES]} of ${formatInstant(String(finishedAt))} is already stored with other results. The stored one stays.`,
}

export const texts = catalogue('uploads', {
  page: {
    title: 'My Uploads',
    lead: 'Everything you or your companion uploaded, and what happened to it. Newest first.',
    uploadKey: 'Upload Key',
    receipts: 'Receipts',
    empty: 'Nothing has been uploaded yet',
    emptyHint: 'Games and snapshots appear here as soon as your companion sends them.',
  },

  counting: {
    title: 'How your numbers are counted',
    bySnapshots: 'From season snapshots if you send them; otherwise from single games.',
    byGames: (since: string) =>
      `Game by game since ${formatInstant(since)}, on top of your last snapshot before that. Later snapshots are kept but not used.`,
    useSnapshots: 'Use snapshots again',
    useGames: 'Count each game from now on',
    aboutSnapshots:
      'Each season and event will show its last snapshot, including any that arrived in the meantime. Games will count only where there is no snapshot.',
    aboutGames:
      'Your numbers stay as they are, and every game that ends from now on is added. Later snapshots are kept but change nothing. You can switch back at any time.',
  },

  /** What became of an upload, or would become of it; `…Uncounted`: a snapshot already covers all of its games. */
  outcomes: {
    unchecked: 'Not checked yet',
    ready: 'Ready to upload',
    readyUncounted: 'Ready, but changes no season',
    failed: 'Not uploaded yet',
    stored: 'Accepted',
    storedUncounted: 'Accepted, changed no season',
    duplicate: 'Already uploaded',
    unused: 'Not used',
    used: 'Used now',
    refused: 'Refused',
    undone: 'Undone',
  },

  /** `Season 75 snapshot`, `Race, season 75`; an event's and a map's own names are beside it. */
  what: (kind: OwnReceipt['kind'], facts: UploadFacts | null): string => {
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
  },

  receipt: {
    sentence: (facts: UploadFacts, came: WhatCame): string => {
      switch (facts.kind) {
        case 'season':
        case 'event':
          return snapshotSentence(facts, came)
        case 'game':
          return gameSentence(facts, came)
        case 'import':
          return importSentence(facts, came)
      }
    },
    unsaid: 'The server did not say what it did with the files.',
    warnings: 'Warnings',
    warning: ({ code, message, line, params }: UploadWarning): string => {
      const sentence = (params && WARNINGS[code]?.(params)) ?? message
      return line === undefined ? sentence : `Line ${line}: ${sentence}`
    },
    countsNow: 'It counts now, because you switched back to snapshots.',
    undoneAt: (at: string) => `Undone on ${formatInstant(at)}.`,
  },

  undo: {
    button: 'Undo',
    ofWhat: 'the last upload',
    title: 'Undo the last upload?',
    confirm: 'Undo upload',
    question: ({ facts, from, to }: UndoneUpload['goes']): string => {
      const first = formatInstant(from)
      const what = whatGoes(facts)
      if (facts.kind === 'season' || facts.kind === 'event') {
        return `This removes ${what}, which arrived on ${first}.`
      }
      return from === to
        ? `This removes ${what}, played on ${first}.`
        : `This removes ${what}, played from ${first} to ${formatInstant(to)}.`
    },
    changes: 'What changes',
    /** Whose numbers change, of a season, an event, or several of these. */
    changedName: ({ facts }: NumbersChange): string => {
      switch (facts.kind) {
        case 'season':
          return `Season ${facts.season}`
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
    done: ({ facts }: UndoneUpload['goes']) => `Removed ${whatGoes(facts)}.`,
  },

  drop: {
    title: 'Upload files',
    hint: 'Drop game files, snapshots or day logs of the public companion, or a zip of them, anywhere on this page. You see what they would change before anything is stored.',
    input: 'Files to upload',
    choose: 'Choose files',
    checking: 'Checking the files',
    uploading: 'Uploading',
    tooEarly: 'Wait until these files are done.',
    files: 'The files',
    tryAgain: 'Try again',
    upload: (count: number) => (count === 1 ? 'Upload it' : `Upload ${formatNumber(count)}`),
    checkAgain: 'Check again',
    stop: 'Stop',
    cancel: 'Cancel',
    done: 'Done',
    playedAt: (at: string) => `played ${formatInstant(at)}`,
  },

  /** Of files that were dropped together. */
  summary: {
    found: {
      race: (count: number) => formatCount(count, { one: 'race', other: 'races' }),
      royale: (count: number) => formatCount(count, { one: 'royale', other: 'royales' }),
      tilt: (count: number) => formatCount(count, { one: 'tilt level', other: 'tilt levels' }),
      season: (count: number) =>
        formatCount(count, { one: 'season snapshot', other: 'season snapshots' }),
      event: (count: number) =>
        formatCount(count, { one: 'event snapshot', other: 'event snapshots' }),
      racers,
    },
    nothing: 'Nothing to upload',
    known: (count: number) => `${formatNumber(count)} already uploaded`,
    changesNothing: (count: number) =>
      formatCount(count, { one: 'changes no season', other: 'change no season' }),
    changedNothing: (count: number) => `${formatNumber(count)} of them changed no season`,
    unused: (count: number) => `${formatNumber(count)} not used`,
    unchecked: (count: number) => `${formatNumber(count)} still to check`,
    refused: (count: number) => `${formatNumber(count)} refused`,
    accepted: (count: number) => `${formatNumber(count)} accepted`,
    notSent: (count: number) => `${formatNumber(count)} not uploaded`,
    toTryAgain: (count: number) => `${formatNumber(count)} to try again`,
    sentence: (parts: readonly string[]) => `${parts.join('; ')}.`,
  },

  /** Why a dropped file goes nowhere. */
  files: {
    map: 'It describes a map and its record, which are not stored.',
    notNeeded: 'The game writes it, but it is not needed.',
    notCsv: (count: number) =>
      count === 1
        ? 'It is not a CSV file, so it was left out.'
        : `${formatNumber(count)} files of the zip are not CSV files, so they were left out.`,
    more: (count: number) => `${formatNumber(count)} more`,
    tooManyUploads: (most: { uploads: number; logs: number }) =>
      `You can upload at most ${most.uploads} games and snapshots and ${most.logs} day logs at a time. Drop it again afterwards.`,
    tooManyFiles: (most: number) =>
      `You can drop at most ${most} files at a time. Drop the others afterwards.`,
    tooLarge: (mostMib: number) => `The file is larger than the allowed ${mostMib} MiB.`,
    unreadable: 'It cannot be read. Is it a folder, or has it changed?',
    zipInZip:
      'A zip within a zip is not opened. Unpack the outer one, and drop this one by itself.',
    zipWithoutCsv: 'There is no CSV file in this zip.',
    zipsTooLarge: (most: { files: number; fileMib: number; mib: number }) =>
      `The zips you drop together may hold at most ${most.files} CSV files, each of up to ${most.fileMib} MiB and all together of ${most.mib} MiB.`,
    sameName: (count: number) =>
      `The zip holds ${count} files of this name, so it is unclear which one you mean. Unpack it and drop the right one.`,
    damagedZip:
      'The zip cannot be unpacked: it is damaged or has a password. Unpack it yourself and drop the files.',
    damagedEntry:
      'This file of the zip cannot be unpacked: it is damaged or has a password. Unpack it yourself and drop the files.',
  },

  /** CSV upload testing, for admins. */
  csv: {
    title: 'CSV Upload Testing',
    lead: 'Uploads files as the companion would, and shows what the server does with them.',
    dryRun: 'Dry run',
    dryRunHint: 'The files are checked and you see what they would change; nothing is stored.',
    dryRunBeside: 'Dry run: nothing will be stored.',
    forms: { season: 'Season snapshot', game: 'Single game', event: 'Event snapshot' },
    more: 'What the files do not say',
    hints: {
      channel: 'Empty: your own.',
      season: 'Empty: the one that was current then.',
      finishedAt: 'In your own time. Empty: as the summary says, otherwise now.',
    } as Readonly<Record<string, string>>,
    missingText: (name: string) => `Please enter the ${name}.`,
    missingFile: (name: string) => `Please select a file for ${name}.`,
    wrongFile: (name: string, extension: string) =>
      `Please select a ${extension} file for ${name}.`,
    goneFile: (file: string) =>
      `${file} has changed or gone since it was selected. Please select it again.`,
    upload: 'Upload',
    uploading: 'Uploading...',
    uploaded: 'Upload successful!',
    check: 'Check',
    checking: 'Checking...',
    checked: 'Check successful! Nothing was stored.',
    result: 'Result',
    receipt: (id: number) => `Receipt ${id}`,
  },

  key: {
    title: 'Your upload key',
    about:
      'For the public companion and for programs of your own; Rollcall Companion needs none. It proves that the results are yours. It can upload to your own channel and do nothing else.',
    none: 'You have no upload key yet.',
    make: 'Make upload key',
    replace: 'Replace upload key',
    beginsWith: 'Begins with',
    madeAt: 'Made on',
    lastUse: 'Last used',
    never: 'Never',
    publicTitle: 'Point the public companion here',
    publicSteps:
      'It has no sign-in of its own. Wherever its settings name a server, replace that host with your companion address and leave the rest of the address as it is. From then on it uploads here. The address contains your key, so treat it like a password. If somebody else has seen it, replace the key and enter the new address.',
    replaceTitle: 'Replace upload key?',
    replaceText:
      'The old key stops at once: the companion cannot upload until you give it the new address.',
    replaceConfirm: 'Replace key',
    newTitle: 'Your new upload key',
    once: 'Copy it now: it is shown only this once, and as dots, so that it does not appear on your stream.',
    address: 'Companion address',
    key: 'Upload key',
    check: 'Does the companion use the right key?',
    typed: 'Upload key or companion address',
    typedHint: 'As it is in the companion. It is only tested, and not stored.',
    test: 'Test connection',
    works: (channel: string) => `It works: uploads go to ${channel}.`,
    loadError: (message: string) => `Error: ${message}`,
  },
})
