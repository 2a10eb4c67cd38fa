import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { siteQuery } from '#features/auth/site.ts'
import { LoadError, Loading } from '#ui/states.tsx'
import { settingsPathOf } from './admin-routes.ts'
import { NotFoundPage } from './dead-end.tsx'
import { forAdmins } from './for-admins.tsx'
import { PageTitle } from './page-title.tsx'
import { texts } from './texts.ts'

interface SettingsRouteOptions {
  readonly title: string
  readonly Page: ComponentType
}

/** The settings where the path is the product's own, which the server has to say first; else nothing. */
export function settingsRouteOf({ title, Page }: SettingsRouteOptions): ComponentType {
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
    const isIt = pathname.replace(/\/$/, '') === settingsPathOf(site.data.productSlug)
    return (
      <>
        <PageTitle title={isIt ? title : texts.pages.notFound} />
        {isIt ? <GuardedPage /> : <NotFoundPage />}
      </>
    )
  }
}
