import { PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { Loading } from '#ui/states.tsx'

/** Shows the page to admins; everybody else is redirected to /unauthorized. */
export function forAdmins(Page: ComponentType): ComponentType {
  return function AdminPage() {
    const user = useQuery(currentUserQuery)
    const { pathname } = useLocation()
    // The cached user only fills the top bar; here the server decides. If it does not answer, the shell says
    // so and offers a retry.
    if (user.dataUpdatedAt === 0) {
      return user.isError ? null : <Loading />
    }
    if (user.data?.isAdmin) return <Page />
    return <Navigate to={PAGES.unauthorized.path} replace state={{ from: pathname }} />
  }
}
