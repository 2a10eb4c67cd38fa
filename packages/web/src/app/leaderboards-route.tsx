import { useCallback } from 'react'
import { ReportButton, useReporting } from '#features/admin/use-reporting.tsx'
import { LeaderboardsPage, type ReportableRow } from '#features/leaderboards/leaderboards-page.tsx'
import { streamerName } from '#ui/streamer-name.ts'

export function LeaderboardsRoute() {
  const { report, dialog } = useReporting()
  const rowAction = useCallback(
    ({ row, season }: ReportableRow) => {
      const { channelId } = row
      const name = streamerName(row)
      return (
        channelId !== undefined && (
          <ReportButton
            name={name}
            onPress={() => report({ name, subject: { kind: 'leaderboard', season, channelId } })}
          />
        )
      )
    },
    [report],
  )
  return (
    <>
      <LeaderboardsPage rowAction={rowAction} />
      {dialog}
    </>
  )
}
