import type { RacerChannel } from '@rollcall/contract/dashboard'
import { Link } from 'react-router'
import { ForeignName } from '#ui/foreign-name.tsx'
import { ProfileImage } from '#ui/profile-image.tsx'
import classes from './channel-card.module.css'
import { type ChannelOrder, captionOf, shownName } from './channel-order.ts'
import { channelPath } from './dashboard-address.ts'

interface ChannelCardProps {
  readonly channel: RacerChannel
  /** null: all seasons. */
  readonly season: string | null
  readonly order: ChannelOrder
}

export function ChannelCard({ channel, season, order }: ChannelCardProps) {
  const caption = captionOf(channel, order)
  const name = season === null ? channel.channel.toLowerCase() : channel.channel
  return (
    <Link to={channelPath(name, season)} className={classes.card ?? ''}>
      <ProfileImage src={channel.user?.profile_image_url ?? null} sizePx={56} />
      <span className={classes.text}>
        <span className={classes.name}>
          <ForeignName>{shownName(channel)}</ForeignName>
        </span>
        {caption !== null && <span className={classes.caption}>{caption}</span>}
      </span>
    </Link>
  )
}
