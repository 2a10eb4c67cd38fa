import { DEFAULT_PLATFORM } from '@rollcall/scoring/platforms'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { ChannelRows } from '#ui/board/channel-rows.tsx'
import { formatNumber } from '#ui/format-number.ts'
import { seasonAddress } from '#ui/links.tsx'
import { seasonName } from '#ui/season-name.ts'
import { streamerName } from '#ui/streamer-name.ts'
import { leaderboardViewFromSearch } from '../leaderboard-view.ts'
import { leaderboardQuery } from '../queries.ts'
import { openingSeasonQuery } from './queries.ts'
import { texts } from './texts.ts'

const { top: words } = texts
/** By points, the first page: ten rows. */
const FIRST_PAGE = leaderboardViewFromSearch(new URLSearchParams())

/** The first ten channels of the season that boards open with. */
export function TopTen() {
  const opening = useQuery(openingSeasonQuery)
  const season = opening.data?.season
  const board = useQuery(leaderboardQuery(FIRST_PAGE, season, { isPublic: true }))
  const title = season === undefined ? words.anySeason : words.title(seasonName(season))
  const answer = {
    data: board.isPlaceholderData ? undefined : board.data?.data,
    error: opening.error ?? board.error,
    refetch: () => (opening.isError ? opening.refetch() : board.refetch()),
  }
  return (
    <AnswerPanel title={title} answer={answer} height="29.5rem">
      {(rows) =>
        rows.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <>
            <ChannelRows
              label={title}
              channels={rows.map((row) => ({
                platform: row.platform ?? DEFAULT_PLATFORM,
                login: row.login ?? row.username,
                name: streamerName(row),
                profileImageUrl: row.profileImageUrl ?? null,
                rank: row.rank,
                figure: formatNumber(row.totalPoints),
              }))}
            />
            {season !== undefined && <Link to={seasonAddress(season)}>{words.all}</Link>}
          </>
        )
      }
    </AnswerPanel>
  )
}
