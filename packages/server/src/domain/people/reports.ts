import { ADMIN_PAGE_SIZE } from '@rollcall/contract/admin'
import type { Report, ReportReason, ReportState } from '@rollcall/contract/admin-reports'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { NameEntry } from '@rollcall/contract/words/name-entry'
import { DAY_MS } from '@rollcall/formats/durations'
import { qualifiedLogin } from '@rollcall/scoring/racer'
import { sql } from 'kysely'
import { ApiError } from '../../edge/api-error.ts'
import { checkDailyCount } from '../../edge/daily-count.ts'
import type { Db } from '../../platform/database/schema.ts'
import { EVENT_SCOPE, isKept, RACER_NAME, racersCalled, shownRacerName } from './racer-names.ts'
import { shownNameColumn, userNames } from './user-names.ts'

export interface FoundSubject {
  /** The same for all reports of one row. */
  key: string
  isOwn: boolean
  season: number | null
  channelId: number | null
  eventId: number | null
  racerName: string | null
  /** If the row is that of one channel, because its hidden racer first raced there after they hid. */
  laterChannelId: number | null
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
      later_channel_id: subject.laterChannelId,
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
    /** Empty: the reporter gets no answer. */
    answer: string
    decidedBy: number
    now: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('user_reports')
    .set({
      state: decision.state,
      note: decision.note,
      answer: decision.answer || null,
      decided_by: decision.decidedBy,
      decided_at: decision.now,
    })
    .where('id', '=', decision.id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @throws {ApiError} 409 if it is open, or if the reporter has reported the row again */
export async function reopenDecidedReport(trx: Db, id: number): Promise<void> {
  const { rows } = await sql<{ isOpen: boolean; isReportedAgain: boolean }>`
    select report.state = 'open' as "isOpen", exists (
      select from user_reports as other
      where other.reporter_id = report.reporter_id and other.subject_key = report.subject_key
        and other.state = 'open' and other.id <> report.id
    ) as "isReportedAgain"
    from user_reports as report where id = ${id} for update`.execute(trx)
  const [report] = rows
  if (report?.isOpen) {
    throw new ApiError('report_not_decided')
  }
  if (report?.isReportedAgain) {
    throw new ApiError('reported_again')
  }
  await trx
    .updateTable('user_reports')
    .set({ state: 'open', note: null, answer: null, decided_by: null, decided_at: null })
    .where('id', '=', id)
    .execute()
}

/** How long an answer is on the reporter's dashboard. */
const ANSWER_SHOWN_MS = 14 * DAY_MS

/** What admins have answered to the user's reports lately, the latest first. */
export async function listAnswers(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<{ reportId: number; name: string; where: string; since: string; answer: string }[]> {
  const rows = await reports(db)
    .where('report.reporter_id', '=', userId)
    .where('report.answer', 'is not', null)
    .where('report.decided_at', '>', new Date(now.getTime() - ANSWER_SHOWN_MS))
    .orderBy('report.decided_at', 'desc')
    .orderBy('report.id', 'desc')
    .execute()
  return rows.map(toReport).flatMap(({ id: reportId, subject, decision }) =>
    decision === null || decision.answer === null
      ? []
      : {
          ...{ reportId, name: subject.name, where: subject.where },
          ...{ since: decision.at, answer: decision.answer },
        },
  )
}

export async function findReport(db: Db, id: number): Promise<Report | null> {
  const row = await reports(db).where('report.id', '=', id).executeTakeFirst()
  return row ? toReport(row) : null
}

/** A reported row: of a channel in a season, or of a racer in an event. Or a racer who is off a channel's boards. */
export interface ReportedRow extends Pick<FoundSubject, 'season' | 'channelId' | 'eventId'> {
  racerName: string | null
  laterChannelId: number | null
  /** null if a channel was reported, or if nobody has the name any more. */
  racerId: number | null
}

export async function findReportedRow(db: Db, id: number): Promise<ReportedRow | null> {
  const row = await db
    .selectFrom('user_reports')
    .select([
      'season',
      'channel_id as channelId',
      'event_id as eventId',
      'racer_name as racerName',
      'later_channel_id as laterChannelId',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...row, racerId: await findRacerId(db, row.racerName) } : null
}

async function findRacerId(db: Db, racerName: string | null): Promise<number | null> {
  const called = racerName === null ? [] : racersCalled(racerName)
  const { rows } = await sql<{ id: number }>`
    select racer.id
    from unnest(
      ${called.map(({ platform }) => platform)}::text[],
      ${called.map(({ login }) => login)}::text[]
    ) as asked (platform, login)
    join racers as racer using (platform, login)
    where ${RACER_NAME} = ${racerName}`.execute(db)
  return rows[0]?.id ?? null
}

/** Who was reported, for facts that are stored. A racer who may be deleted again is named by the login. */
export async function nameReported(db: Db, id: number): Promise<NameEntry> {
  const row = await findReportedRow(db, id)
  if (row !== null && row.channelId !== null && row.season !== null) {
    return { channel: row.channelId, shown: true }
  }
  const kept = await db
    .selectFrom('racers')
    .select('id')
    .where('id', '=', row?.racerId ?? 0)
    .where(isKept)
    .executeTakeFirst()
  return kept === undefined ? { login: row?.racerName ?? '' } : { racer: kept.id }
}

function reports(db: Db) {
  return db
    .selectFrom('user_reports as report')
    .innerJoin('users as reporter', 'reporter.id', 'report.reporter_id')
    .leftJoin('users as admin', 'admin.id', 'report.decided_by')
    .leftJoin('channels as channel', 'channel.id', 'report.channel_id')
    .leftJoin('users as owner', 'owner.id', 'channel.user_id')
    .leftJoin('events as event', 'event.id', 'report.event_id')
    .select([
      'report.id',
      'report.state',
      'report.reason',
      'report.details',
      'report.created_at as createdAt',
      'reporter.id as reporterId',
      userNames('reporter').as('reporter'),
      'report.season',
      'channel.platform as channelPlatform',
      'channel.login as channelLogin',
      'event.id as eventId',
      'event.name as eventName',
      'report.note',
      'report.answer',
      shownNameColumn('admin').as('decidedBy'),
      'report.decided_at as decidedAt',
      sql<string>`coalesce(owner.display_name, channel.name)`.as('channelName'),
      sql<string>`coalesce(
        case when report.season is not null then coalesce(owner.display_name, channel.name) end,
        ${shownRacerName(sql`report.racer_name`, EVENT_SCOPE(sql`report.event_id`, sql`report.later_channel_id`))},
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
    reporter: { id: row.reporterId, ...row.reporter },
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
        : {
            by: row.decidedBy ?? '',
            at: row.decidedAt.toISOString(),
            note: row.note ?? '',
            answer: row.answer,
          },
  }
}

function describeSubject({
  season,
  eventId,
  eventName,
  subjectName,
  ...row
}: ReportRow): Omit<Report['subject'], 'name' | 'channel'> {
  if (season !== null) {
    const search = new URLSearchParams({ season: String(season), channel: subjectName })
    const path = `${PAGES.leaderboards.path}?${search}`
    return { kind: 'leaderboard', where: `Season ${season}`, season, path }
  }
  if (row.channelLogin !== null) {
    const path = addressOf(PAGES.channel, {
      channel: qualifiedLogin({ platform: row.channelPlatform ?? '', login: row.channelLogin }),
    })
    return { kind: 'off-boards', where: row.channelName ?? '', season, path }
  }
  return eventId === null
    ? { kind: 'event', where: 'Deleted event', season, path: null }
    : {
        kind: 'event',
        where: eventName ?? '',
        season,
        path: addressOf(PAGES.eventLeaderboard, { eventId }),
      }
}
