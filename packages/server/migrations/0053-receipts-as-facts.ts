import { type Kysely, sql } from 'kysely'

/**
 * Receipts and warnings become codes and facts, from which the sentences are made when they are read. What an older
 * version said is recognised by its sentence; otherwise the code is `from_before`, and neither sentence nor names stay:
 * docs/decisions/130-facts-not-sentences.md.
 */
export async function up(
  db: Kysely<unknown>,
  report: (step: string) => void = () => {},
): Promise<void> {
  await sql`alter table uploads rename column problem_params to params`.execute(db)
  for (let after = 0; ; ) {
    const { rows } = await sql<StoredUpload>`
      select id, user_id, outcome, code, message, params, warnings, problem_part, problem_line, problem_column
      from uploads where id > ${after} order by id limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) {
      break
    }
    await convert(db, rows)
    after = last.id
    report(`receipts up to number ${after}`)
  }
  for (const statement of STATEMENTS) {
    await sql.raw(statement).execute(db)
  }
}

const AT_ONCE = 1_000

const STATEMENTS = [
  'alter table uploads drop column message',
  'alter table uploads alter column code set not null',
  'alter table uploads alter column params set not null',
  `comment on column uploads.code is
    'Which sentence says what happened: why it was refused, or a ReceiptCode of the contract.'`,
  `comment on column uploads.params is
    'The facts in that sentence, by name. Names are entries: contract/src/words/name-entry.ts.'`,
  `comment on column uploads.warnings is
    'What is odd about it, as codes and facts like those in params.'`,
]

type Params = Record<string, unknown>

interface Said {
  code: string
  params: Params
}

interface StoredWarning {
  code: string
  message?: string
  params?: Params
  part?: string
  line?: number
}

interface StoredUpload {
  id: number
  user_id: number | null
  outcome: string
  code: string | null
  message: string
  params: Params | null
  warnings: StoredWarning[]
  problem_part: string | null
  problem_line: number | null
  problem_column: string | null
}

async function convert(db: Kysely<unknown>, uploads: readonly StoredUpload[]): Promise<void> {
  const read = uploads.map((upload) => ({
    ...upload,
    ...(upload.outcome === 'refused' ? readRefusal(upload) : readReceipt(upload.message)),
    warnings: upload.warnings.map(readWarning),
  }))
  const logins = read.flatMap(({ params, warnings }) =>
    [params, ...warnings.map((warning) => warning.params ?? {})].flatMap(loginsIn),
  )
  const { rows } = await sql<{ id: number; login: string }>`
    select id, login from racers
    where platform = 'twitch' and login = any(${[...new Set(logins)]}::text[])
      and not exists (select from new_racers as new where new.racer_id = racers.id)`.execute(db)
  const racers = new Map(rows.map(({ id, login }) => [login, id]))
  const converted = read.map(({ user_id, code, params, warnings }) => ({
    code,
    params: withEntries(params, { racers, userId: user_id }),
    warnings: warnings.map((warning) => ({
      ...warning,
      ...(warning.params && { params: withEntries(warning.params, { racers, userId: null }) }),
    })),
  }))
  await sql`
    update uploads set code = new.code, params = new.params::jsonb, warnings = new.warnings::jsonb
    from unnest(
      ${read.map(({ id }) => id)}::bigint[],
      ${converted.map(({ code }) => code)}::text[],
      ${converted.map(({ params }) => JSON.stringify(params))}::text[],
      ${converted.map(({ warnings }) => JSON.stringify(warnings))}::text[]
    ) as new (id, code, params, warnings)
    where uploads.id = new.id`.execute(db)
}

const FROM_BEFORE: Said = { code: 'from_before', params: {} }

/** A sentence with its facts in braces, and how each is written. */
const KINDS = {
  /** A whole number in digits. */
  n: { pattern: '\\d+', read: Number },
  /** `1,000`. */
  d: { pattern: '\\d[\\d,]*', read: (text: string) => Number(text.replaceAll(',', '')) },
  /** `-1,000.25`. */
  f: {
    pattern: '-?\\d[\\d,]*(?:\\.\\d+)?',
    read: (text: string) => Number(text.replaceAll(',', '')),
  },
  /** `1.5 MiB`, in bytes. */
  m: {
    pattern: '\\d+(?:\\.\\d)? MiB',
    read: (text: string) => Number.parseFloat(text) * 1024 * 1024,
  },
  /** Text from a file, in quotation marks. */
  q: { pattern: '"[\\s\\S]*"', read: (text: string) => text.slice(1, -1) },
  t: { pattern: '[\\s\\S]+', read: (text: string) => text },
  /** A word without spaces. */
  w: { pattern: '\\S+', read: (text: string) => text },
} as const

/** Returns the facts in a text; null if it is another sentence. */
type Read = (text: string) => Params | null

/** For example, `{login:q} is in this game more than once.` */
function sentence(template: string, constant: Params = {}): Read {
  const pieces = template.split(/\{(\w*):([ndfmqtw])\}/)
  const facts: { name: string; kind: keyof typeof KINDS }[] = []
  let pattern = ''
  for (let index = 0; index < pieces.length; index += 3) {
    pattern += (pieces[index] ?? '').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    const kind = pieces[index + 2] as keyof typeof KINDS | undefined
    if (kind !== undefined) {
      facts.push({ name: pieces[index + 1] ?? '', kind })
      pattern += `(${KINDS[kind].pattern})`
    }
  }
  const whole = new RegExp(`^${pattern}$`, 'u')
  return (text) => {
    const found = whole.exec(text)
    const read = facts.map(({ name, kind }, index): [string, unknown] => [
      name,
      KINDS[kind].read(found?.[index + 1] ?? ''),
    ])
    return found && { ...constant, ...Object.fromEntries(read.filter(([name]) => name !== '')) }
  }
}

/** What versions up to this one said of accepted uploads. */
const RECEIPTS: readonly (readonly [code: string, read: Read])[] = [
  ...['Season {season:n} of {:t}', 'The event standing of {:t}'].flatMap((what) =>
    (
      [
        ['snapshot_stored', `${what} is stored: {racers:d} racers.`],
        ['snapshot_stored', `${what} is stored: {racers:d} racer.`],
        ['snapshot_kept', `${what} is kept, but not used: {racers:d} racers.`],
        ['snapshot_kept', `${what} is kept, but not used: {racers:d} racer.`],
        [
          'snapshot_duplicate',
          `${what} was already stored with the same content. Nothing changed.`,
        ],
        ['snapshot_duplicate', `${what} was stored like this already; nothing changed.`],
        [
          'snapshot_older',
          `${what} is already stored with a later marble day. This older file was not used.`,
        ],
        [
          'snapshot_older',
          `${what} is stored with a later marble day; this older file was not applied.`,
        ],
        ['snapshot_empty', `${what} is already stored with racers. This empty file was not used.`],
        ['snapshot_empty', `${what} is stored with racers; this empty file was not applied.`],
      ] as const
    ).map(([code, text]) => [code, sentence(text)] as const),
  ),
  ...(
    [
      ['race', 'The race on {:t}'],
      ['royale', 'The royale on {:t}'],
      ['tilt', 'The tilt level on {:t}'],
    ] as const
  ).flatMap(([mode, what]) => [
    ...['racers', 'racer'].flatMap(
      (noun) =>
        [
          [
            'game_stored',
            sentence(`${what} is stored: {racers:d} ${noun}.`, { mode, isRanked: true }),
          ],
          ...['so it does not count', 'and counts nowhere'].map(
            (how) =>
              [
                'game_stored',
                sentence(
                  `${what} is stored: {racers:d} ${noun}. It is not a ranked game${how.startsWith('so') ? ',' : ''} ${how}.`,
                  { mode, isRanked: false },
                ),
              ] as const,
          ),
        ] as const,
    ),
    ['game_duplicate', sentence(`${what} was already stored. Nothing changed.`, { mode })] as const,
    ['game_duplicate', sentence(`${what} was stored already; nothing changed.`, { mode })] as const,
    [
      'game_completed',
      sentence(`${what} was stored from a day log, and is completed by its own files.`, { mode }),
    ] as const,
  ]),
  ...['{added:d} game of {:t} is stored.', '{added:d} games of {:t} are stored.'].flatMap(
    (what) =>
      [
        ['import_stored', sentence(`${what} {known:d} already known.`)],
        ['import_stored', sentence(what, { known: 0 })],
      ] as const,
  ),
  ...(
    [
      ['race', 'a race'],
      ['royale', 'a royale'],
      ['tilt', 'a tilt level'],
    ] as const
  ).flatMap(([mode, what]) =>
    ['racers', 'racer'].flatMap((noun) => {
      const text = `Counted as another game: ${what} with {racers:d} ${noun}`
      return [
        ['counted_as_another', sentence(`${text}.`, { kind: 'game', mode, map: null })],
        ['counted_as_another', sentence(`${text} on {map:t}.`, { kind: 'game', mode })],
      ] as const
    }),
  ),
  ['counted_as_another', sentence('Counted as another game: {count:d} games.', { kind: 'games' })],
]

function readReceipt(message: string): Said {
  for (const [code, read] of RECEIPTS) {
    const params = read(message)
    if (params !== null) {
      return { code, params }
    }
  }
  return FROM_BEFORE
}

const reasons = (texts: readonly (readonly [reason: string, template: string])[]): Read[] =>
  texts.map(([reason, template]) => sentence(template, { reason }))

const HEADINGS = [
  ...(
    [
      ['other_headings', 'The headings must be '],
      ['other_separator', 'Columns must be separated by commas, and the headings must be '],
    ] as const
  ).map(([reason, begins]): Read => {
    const listed = sentence(
      `${begins}those of {formats:t}; the nearest, {nearest:t}: {expected:t}; found {found:q}.`,
      { reason },
    )
    return (text) => {
      const facts = listed(text)
      return (
        facts && {
          ...facts,
          formats: String(facts.formats).split(', '),
          expected: [facts.expected],
        }
      )
    }
  }),
  // Of one format, the sentence does not say which.
  ...(
    [
      ['other_headings', 'The headings must be '],
      ['other_separator', 'Columns must be separated by commas, and the headings must be '],
    ] as const
  ).map(([reason, begins]): Read => {
    const one = sentence(`${begins}{expected:t}; found {found:q}.`, { reason })
    return (text) => {
      const facts = one(text)
      const expected = String(facts?.expected ?? '').split('; or: ')
      return facts && { ...facts, expected, formats: expected.map(() => ''), nearest: '' }
    }
  }),
]

const UNKNOWN_HEADER = [
  ...reasons([
    ['heading_twice', 'The heading {name:t} appears twice.'],
    ['no_headings', 'The first line must be headings.'],
    [
      'results_of_a_game',
      'These are the results of a game, not its checkpoints. Upload LastRaceNumbersHit.csv here.',
    ],
    [
      'not_a_day_log',
      "This is not a day log of the companion: a game's rows have 12, 11 or 7 columns and the word Race or BR, a checkpoint's have 5.",
    ],
  ]),
  ...HEADINGS,
]

const FILE_TYPES = [
  ['zip_or_spreadsheet', 'a ZIP archive or a spreadsheet'],
  ['zip', 'a ZIP archive'],
  ['gzip', 'a gzip archive'],
  ['seven_zip', 'a 7-Zip archive'],
  ['rar', 'a RAR archive'],
  ['pdf', 'a PDF document'],
  ['office', 'an Office document'],
  ['picture', 'a picture'],
  ['program', 'a program'],
] as const

/** By code, what versions up to this one said. */
const REFUSALS: Readonly<Record<string, readonly Read[]>> = {
  missing_part: reasons([
    ['event_id_missing', 'The field eventId is missing.'],
    [
      'checkpoints_missing',
      'The file checkpointData is missing. A race needs it, even if it contains only headings.',
    ],
    [
      'no_form',
      'The upload must be a multipart form (multipart/form-data with a boundary of at most 70 characters).',
    ],
    ['broken_form', 'The form cannot be read: {error:t}.'],
  ]).concat([
    (text) => {
      const facts = sentence('The file {name:w} is missing. The upload needs {needed:t}.', {
        reason: 'file_missing',
      })(text)
      return facts && { ...facts, needed: String(facts.needed).split(' and ') }
    },
  ]),
  duplicate_part: [sentence('The upload contains the file {name:t} twice.')],
  body_cut_off: [sentence('The upload was interrupted. Send it again.')],
  not_authorised: reasons([
    [
      'invalid_key',
      "This upload key is not valid. Copy the companion's address again from {site:w}/upload-key",
    ],
    ['session_ended', 'Your session has ended. Please sign in again.'],
    [
      'other_channel',
      'The file is for the channel {channel:t}, but this upload comes from {uploader:t}. If you were renamed, sign in once so that your new name is known.',
    ],
    [
      'silent_proxy',
      "This upload came through a proxy that does not say for whom. The server's operator must set PUBLIC_URL and TRUST_PROXY; the address with your upload key from {site:w}/upload-key works without them.",
    ],
  ]).concat([
    sentence(
      "Nothing shows that this upload comes from the channel's streamer. Sign in at {site:w} on this computer, or give the companion the address with your upload key from {:w}/upload-key",
      { reason: 'no_proof' },
    ),
  ]),
  companion_disconnected: [
    'the games that are waiting here are kept.',
    'the games that wait here are kept.',
  ].map((kept) =>
    sentence(`This computer has been disconnected on the site. Connect it again; ${kept}`),
  ),
  event_not_participant: [
    sentence('The channel does not take part in this event. Ask its organiser to add you.'),
  ],
  event_unknown: [sentence('There is no event with that number.')],
  snapshot_conflict: [
    sentence(
      'A game with this SnapshotId is already stored with other results. The stored one stays.',
    ),
  ],
  channel_missing: reasons([
    ['streamer_unknown', 'Nobody has signed in for this channel yet.'],
    ['channel_unnamed', 'The file does not say which channel it is for.'],
  ]),
  unknown_season: [sentence('There is no season {season:q}. The current season is {current:n}.')],
  implausible_time: reasons([
    [
      'finish_in_future',
      'The game finished more than {minutes:n} minutes in the future. Check the clock of the computer.',
    ],
    [
      'marble_day_in_future',
      'The marble day {day:w} is more than {days:n} days in the future. Check the date of the computer.',
    ],
  ]),
  no_space: reasons([
    [
      'little_space',
      'The server has too little disk space left for uploads. Please tell its operator and try again later.',
    ],
  ]),
  too_large: reasons([
    ['too_many_bytes', 'The file is larger than the allowed {most:m}.'],
    ['too_many_rows', 'The file has more than the allowed {most:d} rows.'],
    ['too_many_columns', 'The line has more than the allowed {most:n} columns.'],
    [
      'too_many_games',
      'The log has more than the allowed {most:d} games. Split it and send the parts one by one.',
    ],
    [
      'too_many_games',
      'The log has more than the allowed {most:d} games. Split it and send the parts one after the other.',
    ],
    ['too_many_empty_lines', 'The file begins with too many empty lines.'],
    ['long_line', 'The line is too long.'],
    ['long_cell', 'The cell has more than the allowed {most:n} characters.'],
    ['too_many_mebibytes', 'A file can have up to {most:n} MiB.'],
    ['too_many_mebibytes', 'A file may be at most {most:n} MiB.'],
    ['too_many_parts', 'The upload has too many parts.'],
    ['long_field', 'A field of the form can have up to {most:n} bytes; a file needs a file name.'],
    [
      'long_field',
      'A field of the form may have at most {most:n} bytes; a file needs a file name.',
    ],
  ]),
  empty_file: [sentence('The file is empty.')],
  bad_encoding: [
    ...reasons([
      [
        'invalid_utf_8',
        'The file is marked as UTF-8 but is not valid UTF-8. Save it as UTF-8 again.',
      ],
      [
        'half_a_character',
        'The file contains half a character, so part of it is lost. Upload it again.',
      ],
      [
        'cut_within_a_character',
        'The file ends in the middle of a character, so its end is missing. Upload it again.',
      ],
      [
        'other_code_page',
        'The text of this file is neither UTF-8 nor Windows-1252. Save it as UTF-8.',
      ],
      ['utf_32', 'The file is UTF-32 text. Save it as UTF-8.'],
      [
        'not_text',
        'The file does not contain readable text. Upload the CSV file itself, saved as UTF-8.',
      ],
    ]),
    ...FILE_TYPES.map(([type, words]) =>
      sentence(`The file is ${words}. Upload the CSV file itself.`, {
        reason: 'other_file_type',
        type,
      }),
    ),
  ],
  unknown_header: UNKNOWN_HEADER,
  unknown_schema: UNKNOWN_HEADER.map((read): Read => {
    const begins = 'The game wrote this file in a newer format, which Rollcall does not know yet. '
    return (text) => (text.startsWith(begins) ? read(text.slice(begins.length)) : null)
  }),
  bad_row: reasons([
    ['no_racer', 'The row does not name a racer.'],
    ['misplaced_quotation_mark', 'A quotation mark is in the wrong place or is never closed.'],
    ['open_quotation_mark', 'A quotation mark in this line is never closed.'],
    [
      'too_few_cells',
      'The row has {cells:n} cells, but there are {headings:n} headings. The file may be cut off.',
    ],
    [
      'too_many_cells',
      'The row has more cells than there are headings ({headings:n}). A name with a comma in it must be in quotation marks.',
    ],
    ['second_row', 'There may be only one row below the headings.'],
  ]),
  bad_value: reasons([
    ['empty', 'The cell is empty, but a value is required.'],
    ['not_a_whole_number', '{value:q} is not a whole number from 0 to {most:d} in plain digits.'],
    [
      'not_a_number',
      '{value:q} is not a number from {least:f} to {most:f} with a point before its decimals.',
    ],
    ['not_seconds', '{value:q} is not a time in seconds from 0 to {most:f} with up to 6 decimals.'],
    ['not_true_or_false', '{value:q} is neither true nor false.'],
    ['not_a_day', '{value:q} is not a day written as YYYY-MM-DD.'],
    ['not_a_utc_time', '{value:q} is not a UTC time written as YYYY-MM-DDTHH:MM:SSZ.'],
    ['not_a_utc_time', '{value:q} is not a time in UTC written as YYYY-MM-DDTHH:MM:SSZ.'],
    ['not_a_time_stamp', '{value:q} is not a time written as YYYY-MM-DD HH:MM:SS.'],
    ['not_race_or_br', '{value:q} is neither Race nor BR.'],
    ['not_event_numbers', '{value:q} is not a list of event numbers such as [278, 301].'],
    [
      'no_event_number',
      "The file's name must begin with the number of the event, as in 100004_eventdata.csv.",
    ],
    ['no_instant', 'The value is not a time with a time zone, like 2026-09-14T12:00:00Z.'],
    ['no_flag', 'The value must be true or false.'],
    ['invalid_character', 'A field of the form contains an invalid character.'],
  ]),
  no_rows: reasons([
    ['only_headings', 'There is no row below the headings.'],
    [
      'only_checkpoints',
      'This log has only checkpoints, neither games nor times, so nothing of it can be stored.',
    ],
    [
      'only_checkpoints',
      'This log names neither games nor times, only checkpoints, so nothing can be stored of it.',
    ],
    [
      'only_checkpoints',
      'This log holds checkpoints only, which name neither game nor time. Send the logs called allraces_….',
    ],
  ]),
  incomplete: reasons([
    ['cut_line', 'The file ends in the middle of its last line. Upload it again.'],
    [
      'other_number_of_rows',
      'The file is incomplete: it has {rows:n} rows, but the summary counts {players:n} players. Upload it again.',
    ],
    [
      'position_twice',
      'The file is incomplete: position {position:n} appears twice. Upload it again.',
    ],
    [
      'position_missing',
      'The file is incomplete: position {position:n} is missing. Upload it again.',
    ],
  ]),
  duplicate_racer: [sentence('{login:q} is in this game more than once.')],
  mixed_snapshots: [sentence('The file contains rows of more than one game. Upload it again.')],
  channel_mismatch: reasons([
    [
      'other_than_totals',
      'This row is for the channel {channel:q}, but streamerData is for {expected:q}.',
    ],
    [
      'other_than_first_row',
      'This row is for the channel {channel:q}, but the first row is for {expected:q}.',
    ],
  ]),
  season_mismatch: [
    sentence('This row is for season {season:q}, but streamerData is for {expected:q}.'),
  ],
  not_ready: [
    sentence(
      'The summary belongs to another game than the results. Upload both again in a moment.',
    ),
  ],
  not_final: [
    sentence('The game ended with the status {status:q}. Only Final games are accepted.'),
  ],
}

function readRefusal(upload: StoredUpload): Said {
  const { code, params, message } = upload
  if (code !== null && code in REFUSALS && params !== null) {
    return { code, params }
  }
  const said = withoutPlace(upload)
  for (const { text, heading } of [
    ...(said === null ? [] : [said]),
    { text: message, heading: {} },
  ]) {
    const facts = readFirst(REFUSALS[code ?? ''], text)
    if (code !== null && facts !== null) {
      return { code, params: { ...facts, ...heading } }
    }
  }
  return FROM_BEFORE
}

function readFirst(reads: readonly Read[] = [], text: string): Params | null {
  for (const read of reads) {
    const facts = read(text)
    if (facts !== null) {
      return facts
    }
  }
  return null
}

/** The sentence without `viewerData, line 7, column 2 (points): `; null if it does not begin with the stored place. */
function withoutPlace({
  message,
  problem_part: part,
  problem_line: line,
  problem_column: column,
}: StoredUpload): { text: string; heading: { heading?: string } } | null {
  const words = [
    ...(part === null ? [] : [part]),
    ...(line === null ? [] : [`line ${line}`]),
    ...(column === null ? [] : [`column ${column}`]),
  ].join(', ')
  const place = part === null ? words.charAt(0).toUpperCase() + words.slice(1) : words
  if (place === '' || !message.startsWith(place)) {
    return null
  }
  const [, heading, text] = /^(?: \(([^)]*)\))?: ([\s\S]+)$/.exec(message.slice(place.length)) ?? []
  return text === undefined ? null : { text, heading: heading === undefined ? {} : { heading } }
}

const WHY_UNCOUNTED = [
  [true, 'the snapshot from before you switched to counting each game already covers that time.'],
  [false, 'its numbers come from a snapshot, which already covers all games so far.'],
] as const

const UNCOUNTED: readonly Read[] = WHY_UNCOUNTED.flatMap(([isHandedOver, why]) => {
  const advice = isHandedOver
    ? ''
    : ' To count the games you play from now on one by one, choose "Count each game from now on" on My Uploads.'
  const rest = (they: string) =>
    ` in season {season:n}: ${why} ${they} can still count in events.${advice}`
  const all = sentence(`None of the {of:d} games counts${rest('They')}`, { isHandedOver })
  return [
    sentence(`It does not count${rest('It')}`, { isHandedOver, count: 1, of: 1 }),
    (text) => {
      const facts = all(text)
      return facts && { ...facts, count: facts.of }
    },
    ...['does', 'do'].map((verb) =>
      sentence(`{count:d} of the {of:d} games ${verb} not count${rest('They')}`, { isHandedOver }),
    ),
  ]
})

const RACERS_LOST: readonly Read[] = ['does not have', 'lacks'].flatMap((verb) =>
  ['1 racer', '{count:d} racers'].map((racers): Read => {
    const lost = sentence(
      `This file ${verb} ${racers} of the stored snapshot: {names:t}. If they did race, the companion may have cut the file off at a name that it could not write.`,
      { count: 1 },
    )
    return (text) => {
      const facts = lost(text)
      const names =
        facts && /^("[^"]*"(?:, "[^"]*")*)(?: and [\d,]+ more)?$/.exec(String(facts.names))
      return names ? { ...facts, names: JSON.parse(`[${names[1]}]`) } : null
    }
  }),
)

const handedOver = (template: string): Read => {
  const read = sentence(template)
  return (text) => {
    const facts = read(text)
    return facts && { since: `${facts.day}T${facts.time}:00.000Z` }
  }
}

const WARNINGS: Readonly<Record<string, readonly Read[]>> = {
  read_as_windows_1252: [
    sentence(
      'The file is not UTF-8, so it was read as Windows-1252. Check that names with accents are right.',
    ),
  ],
  row_without_name: [sentence('A row without a racer name was left out.')],
  duplicate_racer: reasons([
    ['twice_in_file', '{login:q} is in the file more than once. The last row was used.'],
    ['twice_in_game', '{login:q} is in the game more than once. The last row was used.'],
    ['twice_in_file', '{login:q} stands more than once; the last row was taken.'],
    ['twice_in_game', '{login:q} stands in the game more than once; the last row was taken.'],
  ]),
  points_differ: [
    sentence(
      "streamerData says {points:f} points, but the racers' rows add up to {sum:f}. The number from streamerData was used.",
    ),
    sentence(
      "streamerData says {points:f} points, but the racers' rows add up to {sum:f}. The number of streamerData was used.",
    ),
    sentence(
      "streamerData says {points:f} points, the racers' rows add up to {sum:f}; the former was taken.",
    ),
  ],
  newer_schema: [
    sentence(
      'The game wrote this file in a newer format than Rollcall knows. All known columns were there and were read.',
    ),
  ],
  levels_mixed: [
    sentence(
      'The file includes racers who left on an earlier level. Without LastTiltLevel.csv they count as racers of this level.',
    ),
  ],
  top_tiltee_not_in_game: [sentence('The top tiltee {login:q} is not among the racers.')],
  checkpoint_racer_not_in_game: [
    sentence('{login:q} hit checkpoint {number:n} but is not among the racers.'),
  ],
  old_game: [sentence('The game finished more than {hours:n} hours ago.')],
  checkpoints_repeated: [
    'The checkpoint hits are those of the previous game and were not counted again.',
    'The checkpoint hits are those of the game before and were not counted again.',
  ].map((text) => sentence(text)),
  snapshot_conflict: [
    sentence(
      'The {mode:w} of {stamp:t} is already stored with other results. The stored one stays.',
    ),
  ],
  empty_snapshot: [
    'An empty snapshot never replaces a full one.',
    'An empty season never replaces a full one.',
  ].map((text) => sentence(text)),
  handed_over: [
    handedOver(
      "This channel's games have been counted one by one since {day:w} {time:w} UTC, so later snapshots are kept but not used. Its streamer can switch back under My Uploads.",
    ),
    handedOver(
      "Since {day:w} {time:w} UTC this channel's games are counted one by one, so later snapshots are kept but not used. Its streamer can switch back under My Uploads.",
    ),
  ],
  racers_lost: RACERS_LOST,
  equal_games: [
    sentence(
      'A game with the same results is already stored. Nobody said when both finished, so they count as one game. If this is another game, choose "Count it as another game" on My Uploads.',
      { count: 1, of: 1 },
    ),
    ...['has', 'have'].map((verb) =>
      sentence(
        `{count:d} of the {of:d} games ${verb} the same results as a stored game. Nobody said when that one finished, so they count as one game. If they are others, you can count them on My Uploads.`,
      ),
    ),
  ],
  not_counted: UNCOUNTED,
  partly_counted: UNCOUNTED,
}

const MORE = sentence('and {count:n} more like it', { reason: 'more' })

function readWarning({ message = '', params, code, ...place }: StoredWarning): StoredWarning {
  if (code in WARNINGS && params !== undefined) {
    return { ...place, code, params }
  }
  const facts = MORE(message) ?? readFirst(WARNINGS[code], message)
  if (facts === null) {
    return { ...place, code: FROM_BEFORE.code }
  }
  return { ...place, code, ...(Object.keys(facts).length > 0 && { params: facts }) }
}

/** Params that name racers by their login. */
const RACERS = ['login', 'names']
/** Params with what a file or a form says, which may be anybody's login. */
const WRITTEN = [...RACERS, 'channel', 'expected', 'value', 'season', 'found', 'status']

const loginsIn = (params: Params): string[] =>
  RACERS.flatMap((name) => [params[name] ?? []].flat()).filter((each) => typeof each === 'string')

/** The facts with entries in place of names. */
function withEntries(
  params: Params,
  { racers, userId }: { racers: ReadonlyMap<string, number>; userId: number | null },
): Params {
  const entryOf = (name: string, text: string) => {
    const racer = RACERS.includes(name) ? racers.get(text) : undefined
    return racer === undefined ? { login: text } : { racer }
  }
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'uploader' && userId !== null) {
        return [name, { user: userId }]
      }
      if (name === 'uploader' || (WRITTEN.includes(name) && typeof value === 'string')) {
        return [name, entryOf(name, String(value))]
      }
      return name === 'names' && Array.isArray(value)
        ? [name, value.map((text) => entryOf(name, String(text)))]
        : [name, value]
    }),
  )
}
