import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { currentUserQuery } from '#api/current-user.ts'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'

/** The page for admins; everybody else is led to /unauthorized. */
export function forAdmins(Page: ComponentType): ComponentType {
  return function AdminPage() {
    const user = useQuery(currentUserQuery)
    // What is kept from an earlier visit fills the top bar only: here the server's word counts. Where
    // it does not come, the shell says so and asks again.
    if (user.dataUpdatedAt === 0) {
      return <VisuallyHidden role="status">{user.isError ? '' : 'Loading...'}</VisuallyHidden>
    }
    return user.data?.isAdmin ? <Page /> : <ToUnauthorized />
  }
}
