/** The texts of the pages about uploads, made from outcomes and facts rather than the server's sentences. */
import { catalogue } from '#texts/language.ts'
import { formatInstant } from '#ui/format-instant.ts'
import { formatCount, formatNumber } from '#ui/format-number.ts'
import { another, receipt, undo, what } from './receipt-texts.ts'

export const texts = catalogue('uploads', {
  page: {
    title: 'My Uploads',
    lead: (days: number) =>
      `Everything you or your companion uploaded, and what happened to it. You can undo each upload for ${days} days.`,
    uploadKey: 'Upload Key',
    receipts: 'Receipts',
    all: (receipts: number) => `All ${formatNumber(receipts)} receipts on this page`,
    channel: 'See your channel: <channel/>',
    empty: 'Nothing has been uploaded yet',
    emptyHint: 'Games and snapshots appear here as soon as your companion sends them.',
  },

  counting: {
    title: 'How your numbers are counted',
    bySnapshots: 'From season snapshots if you send them; otherwise from single games.',
    byGames: (since: string) =>
      `Each game has counted since ${formatInstant(since)}. Season files from your old companion are saved but ignored.`,
    receiptsSay: (count: number) =>
      formatCount(count, {
        one: 'receipt on this page says:',
        other: 'receipts on this page say:',
      }),
    useSnapshots: 'Use snapshots again',
    useGames: 'Count each game from now on',
    aboutSnapshots:
      'Each season and event will show its last snapshot, including any that arrived in the meantime. Games will count only where there is no snapshot.',
    aboutGames:
      'Your numbers stay as they are, and every game that ends from now on is added. Later snapshots are kept but change nothing. You can switch back at any time.',
  },

  /** What happened, or would happen, to an upload. `…Uncounted`: a snapshot already covers all of its games. */
  outcomes: {
    unchecked: 'Not checked yet',
    ready: 'Ready to upload',
    readyUncounted: 'Ready; does not count towards a season',
    failed: 'Not uploaded yet',
    stored: 'Accepted',
    storedUncounted: 'Accepted; did not count towards a season',
    duplicate: 'Already uploaded',
    unused: 'Not used',
    used: 'Used now',
    refused: 'Refused',
    undone: 'Undone',
  },

  what,
  receipt,
  games: {
    open: 'View game',
    label: 'Games',
    atTime: (title: string, time: string) => `${title}, ${time}`,
  },
  undo,
  another,

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

  /** About files that were dropped together. */
  summary: {
    found: {
      race: (count: number) => formatCount(count, { one: 'race', other: 'races' }),
      royale: (count: number) => formatCount(count, { one: 'royale', other: 'royales' }),
      tilt: (count: number) => formatCount(count, { one: 'tilt level', other: 'tilt levels' }),
      season: (count: number) =>
        formatCount(count, { one: 'season snapshot', other: 'season snapshots' }),
      event: (count: number) =>
        formatCount(count, { one: 'event snapshot', other: 'event snapshots' }),
      racers: (count: number) => formatCount(count, { one: 'racer', other: 'racers' }),
    },
    nothing: 'Nothing to upload',
    known: (count: number) => `${formatNumber(count)} already uploaded`,
    changesNothing: (count: number) =>
      formatCount(count, {
        one: 'does not count towards a season',
        other: 'do not count towards a season',
      }),
    changedNothing: (count: number) =>
      `${formatNumber(count)} of them did not count towards a season`,
    unused: (count: number) => `${formatNumber(count)} not used`,
    unchecked: (count: number) => `${formatNumber(count)} still to check`,
    refused: (count: number) => `${formatNumber(count)} refused`,
    accepted: (count: number) => `${formatNumber(count)} accepted`,
    notSent: (count: number) => `${formatNumber(count)} not uploaded`,
    toTryAgain: (count: number) => `${formatNumber(count)} to try again`,
    sentence: (parts: readonly string[]) => `${parts.join('; ')}.`,
  },

  /** Why a dropped file is not uploaded. */
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
      channel: 'If empty, your own.',
      season: 'If empty, the season that was current at the time.',
      finishedAt: 'In your own time zone. If empty, the time in the summary, otherwise now.',
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
      'The old key stops working immediately: the companion cannot upload until you give it the new address.',
    replaceConfirm: 'Replace key',
    newTitle: 'Your new upload key',
    once: 'Copy it now: it is shown only this once, and as dots, so that it does not appear on your stream.',
    address: 'Companion address',
    key: 'Upload key',
    check: 'Does the companion use the right key?',
    typed: 'Upload key or companion address',
    typedHint: 'As entered in the companion. It is only tested, not stored.',
    test: 'Test connection',
    works: (channel: string) => `It works: uploads go to ${channel}.`,
    loadError: (message: string) => `Error: ${message}`,
  },
})
