/** Sentences that older versions stored: the migration turns them into codes and facts, which say the same. */
import { fileURLToPath } from 'node:url'
import { listDetails, writeAct } from '@rollcall/contract/words/audit-log'
import { FROM_BEFORE } from '@rollcall/contract/words/from-before'
import type { StoredFacts } from '@rollcall/contract/words/name-entry'
import { RECEIPTS, writeReceipt } from '@rollcall/contract/words/receipts'
import { REFUSED_UPLOADS, writeRefusal } from '@rollcall/contract/words/upload-refusals'
import { UPLOAD_WARNINGS, writeWarning } from '@rollcall/contract/words/upload-warnings'
import type { ProblemParams, Said } from '@rollcall/scoring/problem'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  type StoredReceipt,
  type StoredWarning,
  wordReceipts,
  wordWarnings,
} from '../../src/domain/intake/word-receipts.ts'
import { fillNames } from '../../src/domain/people/names-in-facts.ts'
import { SCOPE_ANYWHERE } from '../../src/domain/people/racer-names.ts'
import { type Header, readLines } from '../../src/ops/backup/backup-lines.ts'
import { migrateDatabase, migrateDatabaseTo } from '../../src/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts'
import { createEmptyDatabase, restoreTestDatabase } from '../helpers/test-database.ts'

const BEFORE = '0052-keyed-numbers'

/** A value for each param of a sentence. */
const PARAMS = {
  ...{ name: 'summaryData', needed: ['raceData', 'checkpointData'], error: 'it ends too early' },
  ...{ site: 'https://rollcall.example', channel: 'Other', uploader: 'Somebody' },
  ...{ season: '99', current: 75, minutes: 10, day: '2026-10-09', days: 2 },
  ...{
    type: 'zip',
    cells: 3,
    headings: 12,
    value: 'twelve (or so)',
    least: -1_000,
    most: 2_097_152,
  },
  ...{ rows: 7, players: 8, position: 3, login: 'zelda', expected: 'Streamer', status: 'Error' },
  ...{ points: 1_234, sum: 1_200, number: 4, hours: 72, since: '2026-09-14T12:00:00.000Z' },
  ...{ mode: 'race', stamp: '2026-09-14 12:00:00', finishedAt: '' },
  ...{ count: 3, of: 12, isHandedOver: false },
}
const HEADINGS = { formats: ['a', 'b'], nearest: 'b', expected: ['x, y', 'z'], found: 'v, w' }

/** What is said about files that were dropped together, and never about an upload. */
const ONLY_IN_BROWSERS = [
  ...['copy', 'results_missing', 'results_unclear', 'race_missing', 'race_unclear'],
  ...['checkpoints_in_zip', 'checkpoints_of_earlier_race', 'racers_missing', 'racers_unclear'],
  ...['totals_missing', 'totals_unclear'],
]

const CASES: readonly (readonly [code: string, params: ProblemParams])[] = [
  ...Object.entries(REFUSED_UPLOADS).flatMap(([code, { sentence }]) => reasonsOf(code, sentence)),
  ['unknown_header', { reason: 'other_headings', ...HEADINGS, formats: ['a'], expected: ['x, y'] }],
  [
    'unknown_header',
    { reason: 'other_separator', ...HEADINGS, formats: ['a', 'b', 'c'], expected: ['x, y'] },
  ],
]

function reasonsOf(code: string, said: Said): [string, ProblemParams][] {
  const headings = code === 'unknown_header' || code === 'unknown_schema' ? HEADINGS : {}
  const params = { ...PARAMS, ...headings }
  const reasons =
    code === 'unknown_schema'
      ? ['other_headings', 'heading_twice']
      : typeof said === 'object'
        ? Object.keys(said).filter((each) => !ONLY_IN_BROWSERS.includes(each))
        : [undefined]
  return reasons.map((reason) => [code, { ...params, ...(reason && { reason }) }])
}

const WARNINGS: readonly (readonly [string, ProblemParams])[] = [
  ...Object.entries(UPLOAD_WARNINGS)
    // Newer than stored sentences.
    .filter(([code]) => code !== 'not_in_round')
    .flatMap(([code, said]) => reasonsOf(code, said)),
  ...['zelda', 'link'].map(
    (name, index) => ['racers_lost', { count: 1 + index * 4, names: [name] }] as const,
  ),
  ...[true, false].flatMap((isHandedOver) =>
    [
      [1, 1],
      [3, 3],
      [1, 3],
      [2, 3],
    ].map(
      ([count = 0, of = 0]) => ['partly_counted', { season: 75, count, of, isHandedOver }] as const,
    ),
  ),
  ['equal_games', { count: 1, of: 1 }],
  ['row_without_name', { reason: 'more', count: 480 }],
].filter(([code, params]) => code !== 'racers_lost' || 'names' in (params as object)) as never

const GONE = { kind: 'game', mode: 'tilt', racers: 1, map: 'On the Hill of Ada' }
const TOLD = [
  ...[75, undefined].flatMap((season) =>
    ['stored', 'kept', 'duplicate', 'older', 'empty'].map(
      (how) => [`snapshot_${how}`, { season, racers: 1_200 }] as const,
    ),
  ),
  ...(['race', 'royale', 'tilt'] as const).flatMap(
    (mode) =>
      [
        ['game_stored', { mode, racers: 1, isRanked: true }],
        ['game_stored', { mode, racers: 12, isRanked: false }],
        ['game_duplicate', { mode }],
        ['game_completed', { mode }],
      ] as const,
  ),
  ['import_stored', { added: 1, known: 0 }],
  ['import_stored', { added: 2, known: 3 }],
  ['import_stored', { added: 0, known: 3 }],
  ['counted_as_another', GONE],
  ['counted_as_another', { ...GONE, map: null }],
  ['counted_as_another', { kind: 'games', count: 1_000 }],
] as const

const ACTS: readonly (readonly [act: string, summary: string, details: object])[] = [
  [
    'settings-updated',
    'Changed the settings: version, season.',
    { season: '75 → 76', version: '1 → 2' },
  ],
  [
    'season-change-undone',
    'Undid the change of the season: it is 75 again, not 76.',
    { before: '76', after: '75' },
  ],
  ['admin-bound', 'Somebody is an admin from now on: ADMIN_LOGINS lists the login.', {}],
  ['patch-note-created', 'Created the patch note Two.', { number: '1' }],
  [
    'event-changed',
    'Changed the event Cup of somebody else.',
    { number: '1', after: '{"name":"Cup"}' },
  ],
  ['event-deleted', 'Deleted the event Cup of Somebody.', { number: '1' }],
  ['event-deleted', 'Deleted the event Cup of Nobody.', { number: '1', owner: 'Nobody' }],
  ['series-renamed', 'Renamed a series of somebody else to Tidy.', { number: '1' }],
  [
    'snapshot-put-back',
    'Put back a snapshot of season 75 of Streamer: 1 racer.',
    { channel: 'Streamer', season: '75', racers: '1', added: '0' },
  ],
  [
    'snapshot-put-back',
    'Put back a snapshot of Autumn Cup by Streamer: 1,200 racers.',
    { channel: 'Streamer', event: 'Autumn Cup', racers: '1200' },
  ],
  [
    'upload-undone',
    'Removed a race with 38 racers on Hill of Ada of Streamer.',
    {
      receipt: '7',
      channel: 'Streamer',
      games: '1',
      'Season 75': '1,240 points in 7 games; now no results',
      '2 more events': 'these games; now none of them',
    },
  ],
  [
    'upload-undone',
    'Removed 1,000 games of Streamer.',
    {
      receipt: '7',
      channel: 'Streamer',
      games: '1000',
      Cup: '2 games of this channel with 10 points; now no results of this channel',
      Cap: 'a snapshot of 3 racers; now a snapshot and 2 games with 1 point',
    },
  ],
  [
    'upload-undone',
    'Removed the snapshot of season 75 of Streamer.',
    { receipt: '7', channel: 'Streamer', season: '75' },
  ],
  [
    'show-jump',
    'Moved the show of Cup, an event of somebody else.',
    { number: '1', move: '{"kind":"jump","rank":3}' },
  ],
  ['discord-post', 'Posted the results of Cup, an event of somebody else.', { number: '1' }],
]

describe('a sentence that this version would write too', () => {
  let database: Database
  let drop: () => Promise<void>
  let messages: string[]
  const all = [
    ...CASES.map(([code, params]) => ({
      ...{ outcome: 'refused', code, warnings: [] as object[] },
      message: writeRefusal(
        code,
        { ...params, heading: 'points' },
        { part: 'raceData', line: 7, column: 2 },
      ),
    })),
    ...TOLD.map(([code, params]) => ({
      ...{ outcome: 'stored', code: null, warnings: [] },
      message: writeReceipt({ code, params }, { channel: 'Streamer' }),
    })),
    {
      ...{ outcome: 'stored', code: null, message: 'The race on Streamer is stored: 1 racer.' },
      warnings: WARNINGS.map(([code, params]) => ({
        code,
        line: 3,
        message: writeWarning({ code, params }),
      })),
    },
    ...['Nobody knows "zelda".', 'Season 75 of zelda is nearly stored: 1 racer.'].map(
      (message) => ({
        ...{ outcome: 'stored', code: null, message },
        warnings: [{ code: 'duplicate_racer', message: 'zelda was there twice.' }],
      }),
    ),
    { outcome: 'refused', code: 'bad_value', message: 'zelda is no number.', warnings: [] },
  ]

  beforeAll(async () => {
    const empty = await createEmptyDatabase()
    database = await openDatabase({ databaseUrl: empty.url, dataDir: '', warn: () => {} })
    drop = async () => {
      await database.close()
      await empty.drop()
    }
    await migrateDatabaseTo(database, BEFORE)
    const { kysely: db } = database
    await sql`
      insert into users (platform, platform_user_id, login, username, created_at)
      values ('twitch', '1', 'somebody', 'Somebody', now())`.execute(db)
    await sql`insert into channels (platform, login, name) values ('twitch', 'streamer', 'Streamer')`.execute(
      db,
    )
    await sql`insert into racers (platform, login) values ('twitch', 'link')`.execute(db)
    for (const { outcome, code, message, warnings } of all) {
      const isRefused = outcome === 'refused'
      const [part, line, column] = isRefused ? ['raceData', 7, '2'] : [null, null, null]
      await sql`
        insert into uploads (received_at, kind, outcome, status, code, message, address, user_id, channel_id,
          warnings, problem_part, problem_line, problem_column)
        values (now(), 'game', ${outcome}, 200, ${code}, ${message}, '::1', 1, ${isRefused ? null : 1},
          ${JSON.stringify(warnings)}, ${part}, ${line}, ${column})`.execute(db)
    }
    for (const [act, summary, details] of ACTS) {
      await sql`
        insert into audit_log (at, user_id, address, act, summary, details)
        values (now(), 1, '::1', ${act}, ${summary}, ${JSON.stringify(details)})`.execute(db)
    }
    await migrateDatabase(database)
    messages = (await wordUploads(database)).map(({ message }) => message)
  })
  afterAll(() => drop())

  it('is the same as before', () => {
    const before = all.map(({ message }) => message)
    expect(messages.slice(0, -3)).toEqual(before.slice(0, -3))
    expect(Object.keys(RECEIPTS).filter((code) => !TOLD.some(([told]) => told === code))).toEqual(
      [],
    )
  })

  it('of a warning is the same as before', async () => {
    const { kysely: db } = database
    const [row] = (await wordUploads(database)).filter(({ warnings }) => warnings.length > 2)
    expect(row?.warnings).toEqual(
      WARNINGS.map(([code, params]) => ({
        code,
        line: 3,
        message: writeWarning({ code, params }),
      })).map(({ message, ...place }) => expect.objectContaining({ ...place, message })),
    )
    const { rows } = await sql<{ named: string }>`
      select jsonb_path_query(warnings, '$[*].params.names[*]') ->> 'racer' as named from uploads`.execute(
      db,
    )
    expect(rows.map(({ named }) => named)).toEqual([null, '1'])
  })

  it('is replaced by a fixed one, without names, if it is another one', async () => {
    expect(messages.slice(-3)).toEqual(Array(3).fill(FROM_BEFORE.sentence))
    const rows = (await wordUploads(database)).slice(-3)
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      [FROM_BEFORE.code],
      [FROM_BEFORE.code],
      [],
    ])
    expect(JSON.stringify(rows)).not.toContain('zelda')
  })

  it('of an act, and its facts', async () => {
    const acts = await wordActs(database)
    expect(acts.map(({ summary }) => summary)).toEqual(ACTS.map(([, summary]) => summary))
    for (const [index, [act, , details]] of ACTS.entries()) {
      const listed = Object.fromEntries(
        acts[index]?.details.map(({ name, value }) => [name, value]) ?? [],
      )
      expect(listed, act).toMatchObject(details)
    }
  })
})

describe.each([
  ['0020-held-back-games', 17],
  ['0023-leaving-and-pressing', 17],
  ['0041-deleted-accounts', 0],
])('a database with the migrations up to %s', (name, changed) => {
  it(`keeps all sentences, of which ${changed} are worded as they are now`, async () => {
    const file = fileURLToPath(new URL(`./older/${name}.backup`, import.meta.url))
    const { database, drop } = await restoreTestDatabase(file)
    onTestFinished(drop)
    const worded = await wordUploads(database)
    const after = [
      ...worded.flatMap(({ message, warnings }) => [
        message,
        ...warnings.map((each) => each.message),
      ]),
      ...(await wordActs(database)).map(({ summary }) => summary),
    ]
    const before = await readSentences(file)
    expect(before.length).toBeGreaterThan(50)
    expect(after).not.toContain(FROM_BEFORE.sentence)
    const now = before.map(asSaidNow)
    expect(after).toEqual(now)
    expect(now.filter((sentence, index) => sentence !== before[index])).toHaveLength(changed)
  })
})

/** Channels are called by the names that they have now, and sentences are worded as this version words them. */
const SAID_NOW = [
  [/\b(of|on) Anna (?=is|was)/, '$1 Anna_Gold '],
  [/\b(of|on) Hugo(?:_two)? (?=is|was)/, '$1 Hugo_Two '],
  [/^Took back /, 'Removed '],
  [/^This file lacks /, 'This file does not have '],
  [
    /^Since (.+? UTC) this channel's games are counted one by one,/,
    "This channel's games have been counted one by one since $1,",
  ],
] as const

const asSaidNow = (sentence: string) =>
  SAID_NOW.reduce((text, [before, now]) => text.replace(before, now), sentence)

/** The sentences in a backup, in their order. */
async function readSentences(file: string): Promise<string[]> {
  let tables: Header['tables'] = []
  const rows: Record<string, string | null>[] = []
  await readLines(file, async (line) => {
    if ('rollcallBackup' in line) tables = line.tables
    if ('table' in line && ['uploads', 'audit_log'].includes(line.table)) {
      const { columns = [] } = tables.find(({ name }) => name === line.table) ?? {}
      rows.push(
        ...line.rows.map((row) =>
          Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])),
        ),
      )
    }
  })
  const inOrder = (column: string) =>
    rows.filter((row) => row[column] != null).toSorted((a, b) => Number(a.id) - Number(b.id))
  return [
    ...inOrder('message').flatMap(({ message, warnings }) => [
      message ?? '',
      ...JSON.parse(warnings ?? '[]').map((warning: { message: string }) => warning.message),
    ]),
    ...inOrder('summary').map(({ summary }) => summary ?? ''),
  ]
}

async function wordUploads({ kysely: db }: Database) {
  const rows = await db
    .selectFrom('uploads')
    .leftJoin('channels as channel', 'channel.id', 'uploads.channel_id')
    .selectAll('uploads')
    .select('channel.name as channel')
    .orderBy('uploads.id')
    .execute()
  const receipts = await wordReceipts(db, rows as StoredReceipt[], SCOPE_ANYWHERE)
  return Promise.all(
    rows.map(async ({ warnings }, index) => ({
      ...receipts[index],
      message: receipts[index]?.message ?? '',
      warnings: await wordWarnings(db, warnings as StoredWarning[], SCOPE_ANYWHERE),
    })),
  )
}

async function wordActs({ kysely: db }: Database) {
  const rows = await db
    .selectFrom('audit_log')
    .innerJoin('users as user', 'user.id', 'audit_log.user_id')
    .select(['act', 'facts', 'user.username'])
    .orderBy('audit_log.id')
    .execute()
  return Promise.all(
    rows.map(async ({ act, facts, username }) => {
      const filled: StoredFacts = await fillNames(db, facts, SCOPE_ANYWHERE)
      return { summary: writeAct({ act, facts: filled, username }), details: listDetails(filled) }
    }),
  )
}
