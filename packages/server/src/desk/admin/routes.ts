import {
  ADMIN_PAGE_SIZE,
  getAdminSettings,
  getSeasonState,
  getSetup,
  listAuditEntries,
  listUsers,
} from '@rollcall/contract/admin'
import { getReport, listReports } from '@rollcall/contract/admin-reports'
import { isLoopbackHost } from '../../config.ts'
import { countReports, findReport, pageOfReports } from '../../domain/people/reports.ts'
import { pageOfUsers } from '../../domain/people/sign-in/user-list.ts'
import { findLatestInstaller } from '../../domain/releases/installers.ts'
import { serveChangeSettings } from '../../domain/seasons/acts/change-settings.ts'
import { serveUndoSeasonChange } from '../../domain/seasons/acts/undo-season-change.ts'
import { findSeasonState } from '../../domain/seasons/season-change.ts'
import { hasSeasonChanged, listSettings } from '../../domain/site/settings.ts'
import { ApiError } from '../../edge/api-error.ts'
import type { AppContext } from '../../edge/app-context.ts'
import type { Serve } from '../../edge/serve-endpoint.ts'
import { serveCreateReport } from './acts/create-report.ts'
import { serveDecideReport } from './acts/decide-report.ts'
import { serveHideDisplayName } from './acts/hide-display-name.ts'
import { serveLeaveGameOut } from './acts/leave-game-out.ts'
import { pageOfAuditEntries } from './audit-entries.ts'
import { findReportDetails } from './report-details.ts'

export function serveAdmin(serve: Serve, context: AppContext): void {
  const { config, db, now } = context

  serve(getAdminSettings, () => listSettings(db))

  serve(getSeasonState, () => findSeasonState(db, now()))

  serve(getSetup, async () => {
    const { season = '', version = '' } = await listSettings(db)
    const { publicUrl } = config
    return {
      hasPlatformSignIn: config.platforms.length > 0,
      publicUrl,
      isPublic: !isLoopbackHost(new URL(publicUrl).hostname),
      season,
      isSeasonChosen: config.isSeasonGiven || (await hasSeasonChanged(db)),
      hasCompanion: (await findLatestInstaller(db, 'rollcall')) !== null,
      publicCompanionVersion: version,
      hasPublicInstaller: (await findLatestInstaller(db, 'public')) !== null,
    }
  })

  serve(listUsers, async ({ query }) => {
    const { users, total } = await pageOfUsers(db, query)
    return { data: users, totalPages: countPages(total), totalUsers: total }
  })

  serve(listAuditEntries, ({ query }) =>
    pageOfAuditEntries(db, { ...query, kind: query.kind, before: query.before }),
  )

  serve(listReports, async ({ query }) => {
    const [data, counts] = await Promise.all([pageOfReports(db, query), countReports(db)])
    return { data, counts, totalPages: countPages(counts[query.state]) }
  })

  serve(getReport, async ({ params: { id }, query: { page } }) => {
    const report = await findReport(db, id)
    if (report === null) {
      throw new ApiError('no_such_report')
    }
    const details = await findReportDetails(db, { id, page })
    return { report, ...details, totalPages: countPages(details.totalGames) }
  })

  serveChangeSettings(serve, context)
  serveCreateReport(serve, context)
  serveDecideReport(serve, context)
  serveHideDisplayName(serve, context)
  serveLeaveGameOut(serve, context)
  serveUndoSeasonChange(serve, context)
}

function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
}
