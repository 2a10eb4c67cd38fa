import type { ReactNode } from 'react'
import { ChannelLink } from '#ui/links.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { RankBadge } from './rank-badge.tsx'
import ranked from './ranked-row.module.css'
import rows from './row-list.module.css'
import { RowName } from './row-name.tsx'

interface RankedChannel {
  readonly platform: string
  readonly login: string
  readonly name: string
  readonly profileImageUrl: string | null
  /** null: unknown. */
  readonly rank: number | null
  readonly figure: ReactNode
  /** A remark about the row, below its name. */
  readonly note?: ReactNode
}

interface ChannelRowsProps {
  readonly label: string
  /** Whether the ranks are of one board, in their order; otherwise each is of its channel's own. */
  readonly isOrder?: boolean
  readonly channels: readonly RankedChannel[]
  /** The login of the racer whose place the channels' pages begin with. */
  readonly racer?: string | undefined
}

const PICTURE_PX = 28

/** Channels in order, in a short list: each leads to its page. */
export function ChannelRows({ label, isOrder = true, channels, racer }: ChannelRowsProps) {
  return (
    <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={label}>
      {channels.map(({ rank, figure, note, ...channel }) => (
        <li key={`${channel.platform} ${channel.login}`} className={`${ranked.row} ${rows.row}`}>
          <RankBadge rank={rank} isOrder={isOrder} />
          <RowName
            picture={<ProfileImage src={channel.profileImageUrl} sizePx={PICTURE_PX} />}
            name={channel.name}
            link={(name) => (
              <ChannelLink channel={channel} racer={racer}>
                {name}
              </ChannelLink>
            )}
          />
          <span className={ranked.points}>{figure}</span>
          {note}
        </li>
      ))}
    </ol>
  )
}
