import { NightsBefore } from '#features/channels/nights-panel.tsx'
import { MyUploadsPage } from '#features/uploads/my-uploads-page.tsx'

export function MyUploadsRoute() {
  return (
    <MyUploadsPage
      evenings={(channel, following) => <NightsBefore channel={channel}>{following}</NightsBefore>}
    />
  )
}
