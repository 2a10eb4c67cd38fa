import { useParams } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { ChannelList } from './channel-list.tsx'
import { SEASONS_PATH } from './dashboard-address.ts'
import { SectionHeading } from './section-heading.tsx'

export function SeasonChannelsPage() {
  const { season = '' } = useParams()
  return (
    <>
      <BackLink to={SEASONS_PATH}>Back to Seasons</BackLink>
      <SectionHeading title={`Season ${season}`} />
      <ChannelList season={season} />
    </>
  )
}
