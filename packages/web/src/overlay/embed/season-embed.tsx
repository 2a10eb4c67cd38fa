import { pageOfLeaderboard } from '@rollcall/contract/leaderboards'
import { PAGES } from '@rollcall/contract/pages'
import { useCallback } from 'react'
import { callApi } from '#api/call-api.ts'
import { getColumn } from '#features/leaderboards/leaderboard-columns.ts'
import {
  type LeaderboardView,
  searchFromLeaderboardView,
} from '#features/leaderboards/leaderboard-view.ts'
import { texts as leaderboards } from '#features/leaderboards/texts.ts'
import { seasonName } from '#ui/season-name.ts'
import { streamerName } from '#ui/streamer-name.ts'
import { useFollowed } from '../use-followed.ts'
import { EmbedFrame, EmbedState } from './embed-frame.tsx'
import { EmbedChannels } from './embed-rows.tsx'

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
      page={`${PAGES.leaderboards.path}?${searchFromLeaderboardView({ ...view, season })}`}
    >
      <EmbedChannels
        label={leaderboards.title}
        channels={board.data.map((row) => ({
          id: row.channelId ?? row.username,
          name: streamerName(row),
          profileImageUrl: row.profileImageUrl ?? null,
          rank: row.rank,
          figure: show(row),
        }))}
      />
    </EmbedFrame>
  )
}
