import {
  ADMIN_PAGE_SIZE,
  getAdminSettings,
  getSeasonState,
  getSetup,
  listAuditEntries,
  listUsers,
} from '@rollcall/contract/admin'
import { listReports } from '@rollcall/contract/admin-reports'
import type { AppContext } from '../../app-context.ts'
import { isLoopbackHost } from '../../config.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { countReports, pageOfReports } from '../../reports.ts'
import { hasSeasonChanged, listSettings } from '../../settings.ts'
import { pageOfUsers } from '../auth/user-list.ts'
import { findLatestInstaller } from '../releases/installers.ts'
import { serveChangeSettings } from './acts/change-settings.ts'
import { serveCreateReport } from './acts/create-report.ts'
import { serveDecideReport } from './acts/decide-report.ts'
import { serveUndoSeasonChange } from './acts/undo-season-change.ts'
import { pageOfAuditEntries } from './audit-entries.ts'
import { findSeasonState } from './season-change.ts'

export function serveAdmin(serve: Serve, context: AppContext): void {
  const { config, db, now } = context

  serve(getAdminSettings, () => listSettings(db))

  serve(getSeasonState, () => findSeasonState(db, now()))

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

  serveChangeSettings(serve, context)
  serveCreateReport(serve, context)
  serveDecideReport(serve, context)
  serveUndoSeasonChange(serve, context)
}

function countPages(total: number): number {
  return Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
}
