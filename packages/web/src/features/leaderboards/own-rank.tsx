import type { SortColumn } from '@rollcall/contract/leaderboards'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { Button } from '#ui/button.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { getColumn } from './leaderboard-columns.ts'
import type { LeaderboardRow } from './queries.ts'
import classes from './season-board.module.css'
import { texts } from './texts.ts'

interface OwnRankProps {
  readonly row: LeaderboardRow
  readonly sortBy: SortColumn
  /** The rank is from the previous order: the page that the row is on now is not known yet. */
  readonly isOutdated: boolean
  /** The row itself is on screen. */
  readonly isInView: boolean
  readonly onGo: () => void
}

/** The user's own channel and its rank, whatever page is shown. */
export function OwnRank({ row, sortBy, isOutdated, isInView, onGo }: OwnRankProps) {
  const { show, unit } = getColumn(sortBy)
  return (
    <section className={classes.own} aria-label={texts.own.label}>
      <RankBadge rank={row.rank} />
      <RowName
        picture={<ProfileImage src={row.profileImageUrl ?? null} sizePx={28} />}
        name={streamerName(row)}
      />
      <span className={`${ranked.points} ${classes.ownFigure}`}>
        {show(row)} <small>{unit}</small>
      </span>
      {!isInView && (
        <Button
          size="compact-sm"
          aria-disabled={isOutdated || undefined}
          onClick={() => !isOutdated && onGo()}
        >
          {texts.own.go}
        </Button>
      )}
    </section>
  )
}
