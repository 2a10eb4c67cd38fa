import { pageOfLeaderboard } from '@rollcall/contract/leaderboards'
import { useCallback } from 'react'
import { callApi } from '#api/call-api.ts'
import { getColumn } from '#features/leaderboards/leaderboard-columns.ts'
import {
  type LeaderboardView,
  searchFromLeaderboardView,
} from '#features/leaderboards/leaderboard-view.ts'
import { texts as leaderboards } from '#features/leaderboards/texts.ts'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { seasonName } from '#ui/season-name.ts'
import { streamerName } from '#ui/streamer-name.ts'
import { useFollowed } from '../use-followed.ts'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedList } from './embed-rows.tsx'

const PICTURE_PX = 28
const MOST_ROWS = 100

interface SeasonEmbedProps {
  readonly season: number
  readonly view: LeaderboardView
}

/** The first streamers of a season's board, by the column that the address names. */
export function SeasonEmbed({ season, view }: SeasonEmbedProps) {
  const { channel, sortBy, sortOrder } = view
  const load = useCallback(
    () =>
      callApi(pageOfLeaderboard, {
        body: { season, channel, sortBy, sortOrder, limit: MOST_ROWS },
        token: null,
      }),
    [season, channel, sortBy, sortOrder],
  )
  const { view: board, isGone } = useFollowed({ topic: `everyone/season:${season}`, load })
  if (board === null) {
    return <EmbedState isGone={isGone} />
  }
  const { heading, show } = getColumn(sortBy)
  return (
    <EmbedFrame
      title={leaderboards.title}
      caption={`${seasonName(season)} · ${heading}`}
      page={`/leaderboards?${searchFromLeaderboardView({ ...view, season })}`}
    >
      <EmbedList label={leaderboards.title} isEmpty={board.data.length === 0}>
        {board.data.map((row) => (
          <li key={row.channelId ?? row.username} className={`${ranked.row} ${rows.row}`}>
            <RankBadge rank={row.rank} />
            <RowName
              picture={<ProfileImage src={row.profileImageUrl ?? null} sizePx={PICTURE_PX} />}
              name={streamerName(row)}
            />
            <span className={ranked.points}>{show(row)}</span>
          </li>
        ))}
      </EmbedList>
    </EmbedFrame>
  )
}
