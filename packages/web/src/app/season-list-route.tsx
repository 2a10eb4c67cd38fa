import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { currentUserQuery } from '#api/current-user.ts'
import { siteQuery } from '#features/auth/site.ts'
import { FirstSteps } from '#features/companions/first-steps.tsx'
import { dashboardPages } from '#features/dashboard/dashboard-pages.ts'
import { settingsPathOf } from './admin-routes.ts'

/** For admins alone, and for them only where nothing has come. */
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
              <SetupList settingsPath={settingsPathOf(site.productSlug)} />
            </Suspense>
          )}
          <FirstSteps />
        </>
      }
    />
  )
}
