/** A database in which receipts and the audit log are sentences, as before migration 0053. They name somebody. */
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/schema.ts'
import { createOlderDatabase, type TestDatabase } from './test-database.ts'

/** The last migration that knew sentences. */
export const LAST_WITH_SENTENCES = '0052-keyed-numbers'

interface Named {
  /** The login of a racer. */
  login: string
  /** The channel whose receipts name the racer. Its streamer signs in later. */
  channel: string
  /** The platform's id, if the racer has signed in and has a channel too. */
  platformUserId?: string
}

interface OlderUpload {
  message: string
  code?: string
  params?: object
  channelId?: number
  userId?: number
  warnings?: readonly object[]
}

type OlderAct = readonly [userId: number, act: string, summary: string, details: object]

const ADMIN = 1
const PERSON = 2

/** A server on it migrates it. */
export async function createOlderSentences({
  login,
  channel,
  platformUserId,
}: Named): Promise<TestDatabase> {
  const older = await createOlderDatabase(LAST_WITH_SENTENCES)
  // Its tables are older than the types.
  const db: Db = older.database.kysely
  await sql`
    insert into users (platform, platform_user_id, login, username, created_at)
    values ('twitch', 'of an older admin', 'older_admin', 'older_admin', now())`.execute(db)
  await sql`
    insert into channels (platform, login, name) values ('twitch', ${channel}, ${channel})`.execute(
    db,
  )
  await sql`insert into racers (platform, login) values ('twitch', ${login})`.execute(db)
  await insertUploads(db, uploadsNaming({ login, channel }))
  await insertActs(db, [
    [ADMIN, 'report-resolved', `Resolved the report of ${login} by older_admin.`, { number: '9' }],
    [ADMIN, 'report-dismissed', `No report of ${login} is open.`, { number: '9', racer: login }],
  ])
  if (platformUserId !== undefined) {
    await sql`
      insert into users (platform, platform_user_id, login, username, created_at)
      values ('twitch', ${platformUserId}, ${login}, ${login}, now())`.execute(db)
    await sql`
      insert into channels (platform, login, name, user_id)
      values ('twitch', ${login}, ${login}, ${PERSON})`.execute(db)
    await insertUploads(db, uploadsOf({ login, channel }))
    await insertActs(db, actsAbout(login))
  }
  return older
}

/** What was said about a racer's name in somebody's files. */
function uploadsNaming({ login, channel }: Named): OlderUpload[] {
  const name = JSON.stringify(login)
  const twice = `${name} is in the file more than once. The last row was used.`
  return [
    {
      ...{ channelId: 1, message: `Season 74 of ${channel} is stored: 2 racers.` },
      warnings: [
        { code: 'duplicate_racer', message: twice },
        { code: 'duplicate_racer', message: twice, params: { reason: 'twice_in_file', login } },
        {
          code: 'racers_lost',
          message: `This file does not have 2 racers of the stored snapshot: "nobody", ${name}. If they did race, the companion may have cut the file off at a name that it could not write.`,
        },
        { code: 'duplicate_racer', message: `${login} is there twice.` },
      ],
    },
    { channelId: 1, message: `Somebody called ${login} was stored.` },
    { code: 'duplicate_racer', message: `${name} is in this game more than once.` },
    { code: 'bad_value', message: `${name} is not a day written as YYYY-MM-DD.` },
    { code: 'bad_value', message: `What is ${login}?` },
    {
      ...{
        code: 'channel_mismatch',
        params: { reason: 'other_than_totals', channel: login, expected: 'other' },
      },
      message: `This row is for the channel ${name}, but streamerData is for "other".`,
    },
  ]
}

/** What was said about uploads of the person. */
const uploadsOf = ({ login, channel }: Named): OlderUpload[] => [
  { channelId: 2, userId: PERSON, message: `Season 74 of ${login} is stored: 2 racers.` },
  {
    ...{ userId: PERSON, code: 'not_authorised' },
    message: `The file is for the channel ${channel}, but this upload comes from ${login}. If you were renamed, sign in once so that your new name is known.`,
  },
]

function actsAbout(login: string): OlderAct[] {
  const user = { id: PERSON, username: login, display_name: login, hasResults: true }
  const before = JSON.stringify({ name: 'Cup', participantUsers: [user] })
  return [
    [ADMIN, 'event-deleted', `Deleted the event Cup of ${login}.`, { number: '1' }],
    [ADMIN, 'event-deleted', `Deleted ${login}'s Cup.`, { number: '1', owner: login }],
    [ADMIN, 'event-changed', 'Changed the event Cup of somebody else.', { number: '1', before }],
    [
      ADMIN,
      'snapshot-put-back',
      `Put back a snapshot of season 74 of ${login}: 2 racers.`,
      { channel: login, season: '74', racers: '2' },
    ],
    [PERSON, 'upload-undone', `Took back 2 games of ${login}.`, { channel: login, games: '2' }],
    [PERSON, 'admin-bound', `${login} is an admin from now on: ADMIN_LOGINS lists the login.`, {}],
  ]
}

async function insertUploads(db: Db, uploads: readonly OlderUpload[]): Promise<void> {
  for (const { message, code, params, channelId, userId = ADMIN, warnings = [] } of uploads) {
    await sql`
      insert into uploads (received_at, kind, outcome, status, code, message, address, user_id, channel_id,
        problem_params, warnings)
      values (now(), 'season', ${code === undefined ? 'stored' : 'refused'}, 200, ${code ?? null},
        ${message}, '::1', ${userId}, ${channelId ?? null}, ${params ? JSON.stringify(params) : null},
        ${JSON.stringify(warnings)})`.execute(db)
  }
}

async function insertActs(db: Db, acts: readonly OlderAct[]): Promise<void> {
  for (const [userId, act, summary, details] of acts) {
    await sql`
      insert into audit_log (at, user_id, address, act, summary, details)
      values (now(), ${userId}, '::1', ${act}, ${summary}, ${JSON.stringify(details)})`.execute(db)
  }
}
