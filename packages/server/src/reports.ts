import { ADMIN_PAGE_SIZE } from '@rollcall/contract/admin'
import type { Report, ReportReason, ReportState } from '@rollcall/contract/admin-reports'
import { sql } from 'kysely'
import type { Db } from './database/schema.ts'
import { ApiError } from './http/api-error.ts'
import { checkDailyCount } from './http/daily-count.ts'
import { shownRacerName } from './racer-names.ts'

export interface FoundSubject {
  /** The same for all reports of one row. */
  key: string
  isOwn: boolean
  season: number | null
  channelId: number | null
  eventId: number | null
  racerName: string | null
}

/** @throws {ApiError} 409 if the reporter already has an open report of the row, 429 beyond the daily limit */
export async function createReport(
  trx: Db,
  report: {
    reporterId: number
    subject: FoundSubject
    reason: ReportReason
    details: string
    now: Date
    maxADay: number
  },
): Promise<number> {
  const { reporterId, subject, now, maxADay } = report
  if (subject.isOwn) {
    throw new ApiError('reported_row_own')
  }
  // Handles one report per person at a time; otherwise two at once could both be the last of the day.
  await trx.selectFrom('users').select('id').where('id', '=', reporterId).forNoKeyUpdate().execute()
  const row = await trx
    .insertInto('user_reports')
    .values({
      reporter_id: reporterId,
      created_at: now,
      reason: report.reason,
      details: report.details,
      subject_key: subject.key,
      season: subject.season,
      channel_id: subject.channelId,
      event_id: subject.eventId,
      racer_name: subject.racerName,
      state: 'open',
      note: null,
      decided_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) {
    throw new ApiError('row_reported_already')
  }
  // A refusal rolls the row back.
  const done = trx
    .selectFrom('user_reports')
    .select(['created_at as at', sql<number>`1`.as('amount')])
    .where('reporter_id', '=', reporterId)
  await checkDailyCount(
    trx,
    { done, adding: 0, most: maxADay, now },
    ({ hours, headers }) => new ApiError('too_many_reports', { most: maxADay, hours }, { headers }),
  )
  return row.id
}

export async function moveReports(trx: Db, { from, to }: { from: number; to: number }) {
  await trx
    .updateTable('user_reports')
    .set({ channel_id: to })
    .where('channel_id', '=', from)
    .execute()
}

/** Open reports oldest first, decided ones newest first. */
export async function pageOfReports(
  db: Db,
  { state, page }: { state: ReportState; page: number },
): Promise<Report[]> {
  const rows = await reports(db)
    .where('report.state', '=', state)
    .$if(state !== 'open', (query) => query.orderBy('report.decided_at', 'desc'))
    .orderBy('report.id', state === 'open' ? 'asc' : 'desc')
    .limit(ADMIN_PAGE_SIZE)
    .offset((page - 1) * ADMIN_PAGE_SIZE)
    .execute()
  return rows.map(toReport)
}

export async function countReports(db: Db): Promise<Record<ReportState, number>> {
  const rows = await db
    .selectFrom('user_reports')
    .select(['state', ({ fn }) => fn.countAll<number>().as('number')])
    .groupBy('state')
    .execute()
  const number = (state: ReportState) => rows.find((row) => row.state === state)?.number ?? 0
  return { open: number('open'), resolved: number('resolved'), dismissed: number('dismissed') }
}

/** Returns false if the report is already decided or does not exist. Needs a transaction. */
export async function decideOpenReport(
  trx: Db,
  decision: {
    id: number
    state: 'resolved' | 'dismissed'
    note: string
    decidedBy: number
    now: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_reports')
    .set({
      state: decision.state,
      note: decision.note,
      decided_by: decision.decidedBy,
      decided_at: decision.now,
    })
    .where('id', '=', decision.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findReport(db: Db, id: number): Promise<Report | null> {
  const row = await reports(db).where('report.id', '=', id).executeTakeFirst()
  return row ? toReport(row) : null
}

function reports(db: Db) {
  return db
    .selectFrom('user_reports as report')
    .innerJoin('users as reporter', 'reporter.id', 'report.reporter_id')
    .leftJoin('users as admin', 'admin.id', 'report.decided_by')
    .leftJoin('channels as channel', 'channel.id', 'report.channel_id')
    .leftJoin('events as event', 'event.id', 'report.event_id')
    .select([
      'report.id',
      'report.state',
      'report.reason',
      'report.details',
      'report.created_at as createdAt',
      'reporter.id as reporterId',
      'reporter.username as reporterName',
      'report.season',
      'channel.platform as channelPlatform',
      'channel.login as channelLogin',
      'event.id as eventId',
      'event.name as eventName',
      'report.note',
      'admin.username as decidedBy',
      'report.decided_at as decidedAt',
      sql<string>`coalesce(
        channel.name,
        ${shownRacerName(sql`report.racer_name`, sql`('event ' || report.event_id)`)},
        ''
      )`.as('subjectName'),
    ])
}

type ReportRow = Awaited<ReturnType<ReturnType<typeof reports>['executeTakeFirstOrThrow']>>

function toReport(row: ReportRow): Report {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    details: row.details,
    createdAt: row.createdAt.toISOString(),
    reporter: { id: row.reporterId, username: row.reporterName },
    subject: {
      ...describeSubject(row),
      name: row.subjectName,
      channel:
        row.channelPlatform === null || row.channelLogin === null
          ? null
          : { platform: row.channelPlatform, login: row.channelLogin },
    },
    decision:
      row.decidedAt === null
        ? null
        : { by: row.decidedBy ?? '', at: row.decidedAt.toISOString(), note: row.note ?? '' },
  }
}

function describeSubject({
  season,
  eventId,
  eventName,
  subjectName,
}: ReportRow): Omit<Report['subject'], 'name' | 'channel'> {
  if (season !== null) {
    const search = new URLSearchParams({ season: String(season), channel: subjectName })
    const path = `/leaderboards?${search}`
    return { kind: 'leaderboard', where: `Season ${season}`, season, path }
  }
  return eventId === null
    ? { kind: 'event', where: 'Deleted event', season, path: null }
    : {
        kind: 'event',
        where: eventName ?? '',
        season,
        path: `/my-events/view-leaderboard/${eventId}`,
      }
}
