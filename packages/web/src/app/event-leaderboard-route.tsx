import { type RacerLabel, racerKey, racerOfName, shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useParams } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { ReportButton, useReporting } from '#features/admin/use-reporting.tsx'
import { EventLeaderboardPage } from '#features/events/board/event-leaderboard-page.tsx'
import { eventSummaryQuery } from '#features/events/queries.ts'
import { racerOfUser } from '#features/racers/queries.ts'
import { PageTitle } from './page-title.tsx'
import { texts } from './texts.ts'

export function EventLeaderboardRoute() {
  const { eventId: id = '' } = useParams()
  const eventId = Number(id)
  // The page makes the call, once it knows that the board may be seen.
  const { data: event } = useQuery({ ...eventSummaryQuery(id), enabled: false })
  const { report, dialog } = useReporting()
  const { data: user } = useQuery(currentUserQuery)
  const own = user && racerKey(racerOfUser(user))
  const title = texts.pages.eventLeaderboard
  // Memoised, so that unchanged rows are not rendered again.
  const rowAction = useCallback(
    (racer: RacerLabel) => {
      // Nobody reports themselves.
      if (racerKey(racerOfName(racer.racer_name)) === own) return null
      const name = shownName(racer)
      const subject = { kind: 'event', eventId, racerName: racer.racer_name } as const
      return <ReportButton name={name} onPress={() => report({ name, subject })} />
    },
    [report, eventId, own],
  )
  return (
    <>
      <PageTitle title={event ? `${event.name} - ${title}` : title} />
      <EventLeaderboardPage rowAction={rowAction} />
      {dialog}
    </>
  )
}
