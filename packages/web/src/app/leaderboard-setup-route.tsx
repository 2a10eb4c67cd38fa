import { TriedVersion } from '#features/events/tried/tried-version.tsx'
import { LeaderboardSetupPage } from '#features/scoring/leaderboard-setup-page.tsx'

export function LeaderboardSetupRoute() {
  return <LeaderboardSetupPage tried={(id, config) => <TriedVersion id={id} config={config} />} />
}
