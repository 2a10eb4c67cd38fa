import { NightPage } from '#features/channels/night-page.tsx'
import { NightPosts } from '#features/sharing/discord-panel.tsx'

export function NightRoute() {
  return <NightPage>{(channel, day) => <NightPosts channel={channel} day={day} />}</NightPage>
}
