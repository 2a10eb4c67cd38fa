/** The audit log for admins: what admins did, and, from the receipts, how uploads were decided. */
import type { AuditEntry } from '@rollcall/contract/admin'
import type { UploadFacts } from '@rollcall/contract/uploads-mine'
import { normalLogin } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { findHiddenNames, SCOPE_ANYWHERE } from '../../racer-names.ts'
import { hideNamesIn } from '../uploads/hidden-in-receipts.ts'

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
  address: string
  summary: string
  details: Record<string, string | number | null>
  facts: UploadFacts | null
  params: NonNullable<AuditEntry['params']> | null
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
  const entries = await hideNames(db, rows.slice(0, PAGE_SIZE))
  return { entries: entries.map(toEntry), hasMore: rows.length > PAGE_SIZE }
}

/** Entries about uploads and reports may name racers who have hidden their names since. */
async function hideNames(db: Db, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const logins = rows.flatMap(({ what, details }) =>
    isOfReport(what) ? [String(details.racer)] : [],
  )
  const hidden = await findHiddenNames(db, logins.map(normalLogin), SCOPE_ANYWHERE)
  const sentences = await hideNamesIn(
    db,
    rows.map(({ summary, params }) => ({ message: summary, ...(params !== null && { params }) })),
    SCOPE_ANYWHERE,
  )
  return rows.map((row, index) => {
    const { message = row.summary, params = null } = sentences[index] ?? {}
    const racer = String(row.details.racer)
    const name = isOfReport(row.what) ? hidden.get(normalLogin(racer)) : undefined
    return name === undefined
      ? { ...row, summary: message, params }
      : { ...row, summary: message.replace(racer, name), details: { ...row.details, racer: name } }
  })
}

const isOfReport = (what: string) => what.startsWith('report-')

function acts(filter: AuditFilter): RawBuilder<unknown> {
  return sql`(
    select 'a' || lpad(log.id::text, 15, '0') as "sortKey", 'act' as kind, log.at, log.act as what,
      "user".username, log.address, log.summary, log.details, null::jsonb as facts,
      null::jsonb as params
    from audit_log as log join users as "user" on "user".id = log.user_id
    where ${isBy(filter.username)} and ${isOlder(filter.before, { at: sql`log.at`, letter: 'a', id: sql`log.id` })}
    order by log.at desc, log.id desc limit ${PAGE_SIZE + 1}
  )`
}

function uploads(filter: AuditFilter): RawBuilder<unknown> {
  return sql`(
    select 'u' || lpad(upload.id::text, 15, '0') as "sortKey", 'upload' as kind,
      upload.received_at as at, upload.outcome as what, "user".username, upload.address,
      upload.message as summary,
      jsonb_build_object(
        'receipt', upload.id, 'upload', upload.kind, 'channel', upload.channel_claim,
        'season', upload.season_claim, 'proof', upload.proof, 'code', upload.code,
        'status', upload.status, 'part', upload.problem_part, 'line', upload.problem_line,
        'column', upload.problem_column, 'size in bytes', upload.size_bytes,
        'content hash', upload.content_hash, 'warnings', jsonb_array_length(upload.warnings)
      ) as details,
      upload.facts, upload.problem_params as params
    from uploads as upload left join users as "user" on "user".id = upload.user_id
    where ${isBy(filter.username)}
      and ${isOlder(filter.before, { at: sql`upload.received_at`, letter: 'u', id: sql`upload.id` })}
    order by upload.received_at desc, upload.id desc limit ${PAGE_SIZE + 1}
  )`
}

function isBy(username: string): RawBuilder<unknown> {
  return username === ''
    ? sql`true`
    : sql`strpos("user".login, ${normalLogin(username.trim())}) > 0`
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

function toEntry(row: EntryRow): AuditEntry {
  const letter = row.sortKey.slice(0, 1)
  return {
    id: `${row.at.getTime()}-${letter}${Number(row.sortKey.slice(1))}`,
    at: row.at.toISOString(),
    kind: row.kind,
    what: row.what,
    username: row.username,
    address: row.address,
    summary: row.summary,
    details: Object.entries(row.details)
      .filter(([, value]) => value !== null && value !== 0)
      .map(([name, value]) => ({ name, value: String(value) })),
    ...(row.facts !== null && { facts: row.facts }),
    ...(row.params !== null && { params: row.params }),
  }
}
