import {
  ADMIN_PAGE_SIZE,
  getAdminSettings,
  getSetup,
  listAuditEntries,
  listUsers,
  updateAdminSettings,
} from '@rollcall/contract/admin'
import {
  createReport as createReportEndpoint,
  decideReport,
  listReports,
} from '@rollcall/contract/admin-reports'
import type { AppContext } from '../../app-context.ts'
import { actorOf, recordAct } from '../../audit-log.ts'
import { isLoopbackHost } from '../../config.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import {
  countReports,
  createReport,
  decideOpenReport,
  findReport,
  pageOfReports,
} from '../../reports.ts'
import { hasSeasonChanged, listSettings } from '../../settings.ts'
import { pageOfUsers } from '../auth/user-list.ts'
import { findReportedRacer } from '../events/reported-racer.ts'
import { findReportedChannel } from '../leaderboards/reported-channel.ts'
import { findLatestInstaller } from '../releases/installers.ts'
import { pageOfAuditEntries } from './audit-entries.ts'
import { changeSettings } from './change-settings.ts'

export function serveAdmin(serve: Serve, { config, db, changes, now }: AppContext): void {
  serve(getAdminSettings, () => listSettings(db))

  serve(getSetup, async () => {
    const { season = '', version = '' } = await listSettings(db)
    const { publicUrl } = config
    return {
      hasPlatformSignIn: config.twitchClientId !== undefined,
      publicUrl,
      isPublic: !isLoopbackHost(new URL(publicUrl).hostname),
      season,
      isSeasonChosen: config.isSeasonGiven || (await hasSeasonChanged(db)),
      hasCompanion: (await findLatestInstaller(db, 'rollcall')) !== null,
      publicCompanionVersion: version,
      hasPublicInstaller: (await findLatestInstaller(db, 'public')) !== null,
    }
  })

  serve(updateAdminSettings, (call) =>
    changes.transaction((trx) =>
      changeSettings(trx, actorOf(call, now()), {
        db,
        given: call.body,
        isConfirmed: call.query.isConfirmed === 'true',
      }),
    ),
  )

  serve(listUsers, async ({ query }) => {
    const { users, total } = await pageOfUsers(db, query)
    return { data: users, totalPages: pagesOf(total), totalUsers: total }
  })

  serve(listAuditEntries, ({ query }) =>
    pageOfAuditEntries(db, { ...query, kind: query.kind, before: query.before }),
  )

  serve(createReportEndpoint, async ({ caller, body }) => {
    const { subject, reason, details } = body
    const found =
      subject.kind === 'leaderboard'
        ? await findReportedChannel(db, caller, subject)
        : await findReportedRacer(db, { reporter: caller, now: now() }, subject)
    if (found === null) {
      throw new ApiError('not_found', 'The row you reported is no longer on the leaderboard.')
    }
    const report = {
      reporterId: caller.userId,
      subject: found,
      reason,
      details: details.trim(),
      now: now(),
      maxADay: config.limits.REPORTS_A_DAY,
    }
    const id = await db.transaction().execute((trx) => createReport(trx, report))
    return { id, message: 'Thank you. An admin will look at it.' }
  })

  serve(listReports, async ({ query }) => {
    const [data, counts] = await Promise.all([pageOfReports(db, query), countReports(db)])
    return { data, counts, totalPages: pagesOf(counts[query.state]) }
  })

  serve(decideReport, (call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params
      const { state, note } = call.body
      const decision = { id, state, note: note.trim(), decidedBy: call.caller.userId, now: now() }
      const isDecided = await decideOpenReport(trx, decision)
      const report = await findReport(trx, id)
      if (report === null) {
        throw new ApiError('not_found', 'There is no such report.')
      }
      if (!isDecided) {
        throw new ApiError('conflict', 'This report has been decided already.')
      }
      await recordAct(trx, actorOf(call, now()), {
        act: `report-${state}`,
        summary: `${state === 'resolved' ? 'Resolved' : 'Dismissed'} the report of ${report.subject.name} by ${report.reporter.username}.`,
        details: { number: String(id), where: report.subject.where, note: decision.note },
      })
      return report
    }),
  )
}

function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
}
