/** The pages for admins, one chunk: who opens one will open others, and nobody else loads any. */
import { AuditLogPage } from './audit-log-page.tsx'
import { SettingsPage } from './settings-page.tsx'
import { SnapshotsPage } from './snapshots-page.tsx'
import { UserReportsPage } from './user-reports-page.tsx'

export const adminPages = {
  AuditLogPage,
  SettingsPage,
  SnapshotsPage,
  UserReportsPage,
}
