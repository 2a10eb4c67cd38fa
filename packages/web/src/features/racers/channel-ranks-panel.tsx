import type { Racer } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { Change } from '#ui/figures.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatNumber } from '#ui/format-number.ts'
import { ChannelLink } from '#ui/links.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { type ChannelRanks, channelRanksQuery } from './queries.ts'
import pages from './racer-page.module.css'
import { texts } from './texts.ts'

const { channels: words } = texts
const PICTURE_PX = 28

interface ChannelRanksPanelProps {
  readonly racer: Racer
  readonly season: number
}

/** Where the racer is on each channel, and where they were a week ago. */
export function ChannelRanksPanel({ racer, season }: ChannelRanksPanelProps) {
  const answer = useQuery(channelRanksQuery(racer))
  const title = words.title(seasonName(season))
  return (
    <AnswerPanel title={title} answer={answer} height="8rem">
      {({ channels, more }) =>
        channels.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <>
            <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={title}>
              {channels.map((each) => (
                <ChannelRow key={`${each.channel.platform} ${each.channel.login}`} row={each} />
              ))}
            </ol>
            {more > 0 && <p>{words.more(more)}</p>}
          </>
        )
      }
    </AnswerPanel>
  )
}

function ChannelRow({ row }: { readonly row: ChannelRanks['channels'][number] }) {
  const { channel, points, rank, of, before } = row
  return (
    <li className={`${ranked.row} ${rows.row}`}>
      <RankBadge rank={rank} />
      <RowName
        picture={<ProfileImage src={channel.profileImageUrl} sizePx={PICTURE_PX} />}
        name={channel.name}
        link={(name) => <ChannelLink channel={channel}>{name}</ChannelLink>}
      />
      <span className={ranked.points}>{formatNumber(points)}</span>
      <span className={pages.note}>
        {words.of(of)}
        {' · '}
        {before === null || rank === null ? (
          words.first
        ) : (
          <Change by={before.rank - rank} what={words.since(formatDays(before.day))} />
        )}
      </span>
    </li>
  )
}
