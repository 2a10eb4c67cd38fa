import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#api/current-user.ts'
import { siteQuery } from '#features/auth/site.ts'
import { FirstSteps } from '#features/companions/first-steps.tsx'
import { dashboardPages } from '#features/dashboard/dashboard-pages.ts'
import { texts as racers } from '#features/racers/texts.ts'
import { part } from '#ui/part.tsx'
import { settingsPath } from './admin-routes.ts'

/** Shown to admins only, and only while nothing has been uploaded. */
const SetupList = part(async () => (await import('#features/admin/setup-list.tsx')).SetupList)

export function SeasonListRoute() {
  const { data: user } = useQuery(currentUserQuery)
  const { data: site } = useQuery(siteQuery)
  return (
    <dashboardPages.SeasonListPage
      badgeName={(key) => racers.badges.names[key]}
      firstSteps={
        <>
          {user?.isAdmin && site && <SetupList settingsPath={settingsPath(site.productSlug)} />}
          <FirstSteps />
        </>
      }
    />
  )
}
