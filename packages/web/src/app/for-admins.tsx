import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Navigate, useLocation } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { Loading } from '#ui/states.tsx'

/** The page for admins; everybody else is led to /unauthorized. */
export function forAdmins(Page: ComponentType): ComponentType {
  return function AdminPage() {
    const user = useQuery(currentUserQuery)
    const { pathname } = useLocation()
    // What is kept from an earlier visit fills the top bar only: here the server's word counts. Where
    // it does not come, the shell says so and asks again.
    if (user.dataUpdatedAt === 0) {
      return user.isError ? null : <Loading />
    }
    if (user.data?.isAdmin) return <Page />
    return <Navigate to="/unauthorized" replace state={{ from: pathname }} />
  }
}
