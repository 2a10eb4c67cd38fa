/** The admin pages: one list from which the router makes guarded routes, and which tests go through. */
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { ComponentType } from 'react'
import { texts } from './texts.ts'

const { pages } = texts

export interface AdminRoute {
  readonly path: string
  readonly title: string
  /** The title if the address contains an id. */
  readonly titleWithId?: string
  readonly load: () => Promise<ComponentType>
}

type AdminPages = typeof import('#features/admin/admin-pages.ts').adminPages

function adminPage(name: keyof AdminPages): AdminRoute['load'] {
  return async () => (await import('#features/admin/admin-pages.ts')).adminPages[name]
}

export const adminRoutes: readonly AdminRoute[] = [
  {
    path: PAGES.uploadVersion.path,
    title: pages.uploadVersion,
    load: async () =>
      (await import('#features/releases/upload-version-page.tsx')).UploadVersionPage,
  },
  {
    path: PAGES.patchNote.path,
    title: pages.createPatchNote,
    titleWithId: pages.editPatchNote,
    load: async () => (await import('#features/releases/patch-note-page.tsx')).PatchNotePage,
  },
  { path: PAGES.userReports.path, title: pages.userReports, load: adminPage('UserReportsPage') },
  {
    path: PAGES.csvTesting.path,
    title: pages.csvTesting,
    load: async () => (await import('#features/uploads/csv-testing-page.tsx')).CsvTestingPage,
  },
  { path: PAGES.snapshots.path, title: pages.snapshots, load: adminPage('SnapshotsPage') },
  {
    path: PAGES.auditLog.path,
    title: pages.auditLog,
    load: async () => (await import('./audit-log-route.tsx')).AuditLogRoute,
  },
]

/** Its path contains the product's name, which only the server knows. */
export const settingsRoute: AdminRoute = {
  path: PAGES.settings.path,
  title: pages.settings,
  load: adminPage('SettingsPage'),
}

export function settingsPath(productSlug: string): string {
  return addressOf(PAGES.settings, { settings: `update-${productSlug}-settings` })
}
