import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { currentUserQuery } from '#api/current-user.ts'
import { siteQuery } from '#features/auth/site.ts'
import { FirstSteps } from '#features/companions/first-steps.tsx'
import { dashboardPages } from '#features/dashboard/dashboard-pages.ts'
import { settingsPath } from './admin-routes.ts'

/** Shown to admins only, and only while nothing has been uploaded. */
const SetupList = lazy(async () => ({
  default: (await import('#features/admin/setup-list.tsx')).SetupList,
}))

export function SeasonListRoute() {
  const { data: user } = useQuery(currentUserQuery)
  const { data: site } = useQuery(siteQuery)
  return (
    <dashboardPages.SeasonListPage
      firstSteps={
        <>
          {user?.isAdmin && site && (
            <Suspense>
              <SetupList settingsPath={settingsPath(site.productSlug)} />
            </Suspense>
          )}
          <FirstSteps />
        </>
      }
    />
  )
}
