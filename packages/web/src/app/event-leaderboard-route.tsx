import { useCallback } from 'react'
import { useParams } from 'react-router'
import { ReportButton, useReporting } from '#features/admin/use-reporting.tsx'
import { EventLeaderboardPage } from '#features/events/event-leaderboard-page.tsx'

export function EventLeaderboardRoute() {
  const eventId = Number(useParams().eventId)
  const { report, dialog } = useReporting()
  // The same function for every render, so that unchanged rows are not rendered again.
  const rowAction = useCallback(
    (racerName: string) => (
      <ReportButton
        name={racerName}
        onPress={() => report({ name: racerName, subject: { kind: 'event', eventId, racerName } })}
      />
    ),
    [report, eventId],
  )
  return (
    <>
      <EventLeaderboardPage rowAction={rowAction} />
      {dialog}
    </>
  )
}
