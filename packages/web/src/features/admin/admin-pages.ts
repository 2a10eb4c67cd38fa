/** Most admin pages in one chunk: an admin who opens one will open others, and nobody else loads any. */
import { SettingsPage } from './settings-page.tsx'
import { SnapshotsPage } from './snapshots-page.tsx'
import { UserReportsPage } from './user-reports-page.tsx'

export const adminPages = {
  SettingsPage,
  SnapshotsPage,
  UserReportsPage,
}
