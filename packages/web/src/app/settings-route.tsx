import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { siteQuery } from '#features/auth/site.ts'
import { LoadError, Loading } from '#ui/states.tsx'
import { settingsPath } from './admin-routes.ts'
import { forAdmins } from './for-admins.tsx'
import { PageTitle } from './page-title.tsx'
import { NotFoundPage } from './refused-pages.tsx'
import { texts } from './texts.ts'

interface SettingsRouteOptions {
  readonly title: string
  readonly Page: ComponentType
}

/**
 * Shows the settings if the path contains the product's slug, which the server has to send first; not found
 * otherwise.
 */
export function makeSettingsRoute({ title, Page }: SettingsRouteOptions): ComponentType {
  const GuardedPage = forAdmins(Page)
  return function SettingsRoute() {
    const { pathname } = useLocation()
    const site = useQuery(siteQuery)
    if (site.data === undefined) {
      return site.isError ? (
        <LoadError error={site.error} onRetry={() => void site.refetch()} />
      ) : (
        <Loading />
      )
    }
    // A trailing slash makes no difference to the router either.
    const isSettings = pathname.replace(/\/$/, '') === settingsPath(site.data.productSlug)
    return (
      <>
        <PageTitle title={isSettings ? title : texts.pages.notFound} />
        {isSettings ? <GuardedPage /> : <NotFoundPage />}
      </>
    )
  }
}
