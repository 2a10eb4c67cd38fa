import { useQuery } from '@tanstack/react-query'
import { siteQuery } from '#features/auth/site.ts'
import { PublicEventPage } from '#features/show/public/public-event-page.tsx'
import { PublicFrame } from './public-frame.tsx'

/** For anybody with the link; not within the shell, since other sites may show it in a frame. */
export function PublicEventRoute() {
  useQuery(siteQuery)
  return (
    <PublicFrame>
      <PublicEventPage />
    </PublicFrame>
  )
}
