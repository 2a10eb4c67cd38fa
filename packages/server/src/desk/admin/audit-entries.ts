/** The audit log for admins: what admins did, and, from the receipts, how uploads were decided. */

import type { AuditEntry } from '@rollcall/contract/admin'
import type { UploadFacts } from '@rollcall/contract/uploads-mine'
import { listDetails, writeAct } from '@rollcall/contract/words/audit-log'
import type { StoredFacts } from '@rollcall/contract/words/name-entry'
import { type RawBuilder, sql } from 'kysely'
import {
  type StoredReceipt,
  type WordedReceipt,
  wordReceipts,
} from '../../domain/intake/word-receipts.ts'
import { fillNames } from '../../domain/people/names-in-facts.ts'
import { SCOPE_ANYWHERE } from '../../domain/people/racer-names.ts'
import { differingName, isUserCalled } from '../../domain/people/user-names.ts'
import { CHANNEL_NAME, JOIN_STREAMER } from '../../domain/standings/channel-labels.ts'
import type { Db } from '../../platform/database/schema.ts'

const PAGE_SIZE = 50

interface AuditFilter {
  kind: 'act' | 'upload' | undefined
  username: string
  before: string | undefined
}

interface EntryRow {
  sortKey: string
  kind: 'act' | 'upload'
  at: Date
  what: string
  username: string | null
  displayName: string | null
  address: string
  /** What an act recorded. */
  said: StoredFacts
  /** The receipt, if the entry is an upload. */
  receipt: StoredReceipt | null
  details: Record<string, string | number | null>
  facts: UploadFacts | null
}

/** Newest first. Each of the two sources reads at most one page from its index on time. */
export async function pageOfAuditEntries(
  db: Db,
  filter: AuditFilter,
): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
  const sources = [
    ...(filter.kind === 'upload' ? [] : [acts(filter)]),
    ...(filter.kind === 'act' ? [] : [uploads(filter)]),
  ]
  const { rows } = await sql<EntryRow>`
    select * from (${sql.join(sources, sql` union all `)}) as entry
    order by at desc, "sortKey" desc
    limit ${PAGE_SIZE + 1}`.execute(db)
  return {
    entries: await wordEntries(db, rows.slice(0, PAGE_SIZE)),
    hasMore: rows.length > PAGE_SIZE,
  }
}

async function wordEntries(db: Db, rows: readonly EntryRow[]): Promise<AuditEntry[]> {
  const acts = await fillNames(
    db,
    rows.map(({ said }) => said),
    SCOPE_ANYWHERE,
  )
  const receipts = rows.flatMap(({ receipt }) => receipt ?? [])
  const worded = (await wordReceipts(db, receipts, SCOPE_ANYWHERE)).values()
  return rows.map((row, index) =>
    row.receipt === null
      ? toEntry(row, wordAct(row, acts[index] ?? {}))
      : toEntry(row, wordUpload(row, worded.next().value)),
  )
}

type Worded = Pick<AuditEntry, 'summary' | 'details' | 'params'>

function wordAct({ what: act, username }: EntryRow, facts: StoredFacts): Worded {
  return {
    summary: writeAct({ act, facts, username: username ?? '' }),
    details: listDetails(facts),
  }
}

function wordUpload({ details }: EntryRow, worded: WordedReceipt | undefined): Worded {
  const { message: summary = '', code = null, params } = worded ?? {}
  return {
    summary,
    details: Object.entries<string | number | null>({ ...details, code })
      .filter(([, value]) => value !== null && value !== 0)
      .map(([name, value]) => ({ name, value: String(value) })),
    ...(params && { params }),
  }
}

function acts(filter: AuditFilter): RawBuilder<unknown> {
  return sql`(
    select 'a' || lpad(log.id::text, 15, '0') as "sortKey", 'act' as kind, log.at, log.act as what,
      "user".username, "user".display_name as "displayName", log.address, log.facts as said, null::json as receipt,
      null::jsonb as details, null::jsonb as facts
    from audit_log as log join users as "user" on "user".id = log.user_id
    where ${isBy(filter.username)} and ${isOlder(filter.before, { at: sql`log.at`, letter: 'a', id: sql`log.id` })}
    order by log.at desc, log.id desc limit ${PAGE_SIZE + 1}
  )`
}

function uploads(filter: AuditFilter): RawBuilder<unknown> {
  return sql`(
    select 'u' || lpad(upload.id::text, 15, '0') as "sortKey", 'upload' as kind,
      upload.received_at as at, upload.outcome as what, "user".username, "user".display_name as "displayName", upload.address,
      '{}'::json as said,
      json_build_object(
        'outcome', upload.outcome, 'code', upload.code, 'params', upload.params,
        'problem_part', upload.problem_part, 'problem_line', upload.problem_line,
        'problem_column', upload.problem_column, 'channel', ${CHANNEL_NAME}
      ) as receipt,
      jsonb_build_object(
        'receipt', upload.id, 'upload', upload.kind, 'channel', upload.channel_claim,
        'season', upload.season_claim, 'proof', upload.proof, 'code', upload.code,
        'status', upload.status, 'part', upload.problem_part, 'line', upload.problem_line,
        'column', upload.problem_column, 'size in bytes', upload.size_bytes,
        'content hash', upload.content_hash, 'warnings', jsonb_array_length(upload.warnings)
      ) as details,
      upload.facts
    from uploads as upload left join users as "user" on "user".id = upload.user_id
    left join channels as channel on channel.id = upload.channel_id ${JOIN_STREAMER}
    where ${isBy(filter.username)}
      and ${isOlder(filter.before, { at: sql`upload.received_at`, letter: 'u', id: sql`upload.id` })}
    order by upload.received_at desc, upload.id desc limit ${PAGE_SIZE + 1}
  )`
}

function isBy(username: string): RawBuilder<unknown> {
  return username === '' ? sql`true` : isUserCalled(username.trim())
}

/** Whether an entry is older than `before`; on the page, uploads come before acts of the same instant. */
function isOlder(
  before: string | undefined,
  { at, letter, id }: { at: RawBuilder<unknown>; letter: 'a' | 'u'; id: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [, ms, seenLetter, seenId] = /^(\d+)-([au])(\d+)$/.exec(before ?? '') ?? []
  if (ms === undefined) {
    return sql`true`
  }
  const instant = new Date(Number(ms))
  if (letter === seenLetter) {
    return sql`(${at}, ${id}) < (${instant}, ${Number(seenId)})`
  }
  return letter < String(seenLetter) ? sql`${at} <= ${instant}` : sql`${at} < ${instant}`
}

function toEntry(row: EntryRow, { summary, details, params }: Worded): AuditEntry {
  const letter = row.sortKey.slice(0, 1)
  return {
    id: `${row.at.getTime()}-${letter}${Number(row.sortKey.slice(1))}`,
    at: row.at.toISOString(),
    kind: row.kind,
    what: row.what,
    username: row.username,
    ...(row.username !== null && differingName(row.displayName, row.username)),
    address: row.address,
    summary,
    details,
    ...(row.facts !== null && { facts: row.facts }),
    ...(params && { params }),
  }
}
