import { ChannelList } from './channel-list.tsx'
import { SectionHeading } from './section-heading.tsx'

export function ChannelsPage() {
  return (
    <>
      <SectionHeading title="Channels" />
      <ChannelList season={null} />
    </>
  )
}
