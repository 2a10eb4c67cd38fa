import { useCallback } from 'react'
import { ReportButton, useReporting } from '#features/admin/use-reporting.tsx'
import { LeaderboardsPage, type ReportableRow } from '#features/leaderboards/leaderboards-page.tsx'

export function LeaderboardsRoute() {
  const { report, dialog } = useReporting()
  const rowAction = useCallback(
    ({ row: { channelId, username: name }, season }: ReportableRow) =>
      channelId !== undefined && (
        <ReportButton
          name={name}
          onPress={() => report({ name, subject: { kind: 'leaderboard', season, channelId } })}
        />
      ),
    [report],
  )
  return (
    <>
      <LeaderboardsPage rowAction={rowAction} />
      {dialog}
    </>
  )
}
