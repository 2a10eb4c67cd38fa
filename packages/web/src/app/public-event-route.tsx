import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '#features/auth/site.ts'
import { PublicEventPage } from '#features/show/public-event-page.tsx'
import { PlainFrame } from './dead-end.tsx'

/** For anybody with the link, whether signed in or not. */
export function PublicEventRoute() {
  useQuery(siteQuery)
  return (
    <PlainFrame>
      <PublicEventPage />
    </PlainFrame>
  )
}
