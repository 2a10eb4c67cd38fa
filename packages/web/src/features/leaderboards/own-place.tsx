import type { SortColumn } from '@rollcall/contract/leaderboards'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { Button } from '#ui/button.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { columnOf } from './leaderboard-columns.ts'
import classes from './leaderboards-page.module.css'
import type { LeaderboardRow } from './queries.ts'
import { texts } from './texts.ts'

interface OwnPlaceProps {
  readonly row: LeaderboardRow
  readonly sortBy: SortColumn
  /** Where it stood in the order shown before: the page on which it stands now is not known yet. */
  readonly isOfBefore: boolean
  /** The row itself is on the screen. */
  readonly isInView: boolean
  readonly onGo: () => void
}

/** One's own channel, whatever page is shown. */
export function OwnPlace({ row, sortBy, isOfBefore, isInView, onGo }: OwnPlaceProps) {
  const { show, unit } = columnOf(sortBy)
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
          aria-disabled={isOfBefore || undefined}
          onClick={() => !isOfBefore && onGo()}
        >
          {texts.own.go}
        </Button>
      )}
    </section>
  )
}
