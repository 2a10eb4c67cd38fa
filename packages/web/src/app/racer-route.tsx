import { NoticesPanel } from '#features/dashboard/notices-panel.tsx'
import { RacerPage } from '#features/racers/racer-page.tsx'

export function RacerRoute() {
  return <RacerPage ownNotices={<NoticesPanel only="off-boards" />} />
}
