import { SORT_FIELDS, type SortColumn } from '@rollcall/contract/leaderboards'
import { Sentence } from '#texts/sentence.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { Button } from '#ui/button.tsx'
import { Row } from '#ui/layout/layout.tsx'
import { ProfileImage } from '#ui/person.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { getColumn } from './leaderboard-columns.ts'
import { linkedToChannel } from './linked-to-channel.tsx'
import type { LeaderboardRow, OwnPlace } from './queries.ts'
import classes from './season-board.module.css'
import { texts } from './texts.ts'

interface OwnRankProps {
  readonly own: OwnPlace
  readonly sortBy: SortColumn
  /** The rank is from the previous order: the page that the row is on now is not known yet. */
  readonly isOutdated: boolean
  /** The row itself is on screen. */
  readonly isInView: boolean
  readonly onGo: () => void
}

/** The user's own channel and its rank, whatever page is shown. */
export function OwnRank({ own, sortBy, isOutdated, isInView, onGo }: OwnRankProps) {
  const { show, unit } = getColumn(sortBy)
  const { row, above, below } = own
  return (
    <section className={classes.own} aria-label={texts.own.label}>
      <RankBadge rank={row.rank} />
      <RowName
        picture={<ProfileImage src={row.profileImageUrl ?? null} sizePx={28} />}
        name={streamerName(row)}
        link={(name) => linkedToChannel(row, name)}
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
      {(above || below) && (
        <Row as="span" gap="0/md" align="stretch" className={classes.neighbours}>
          {above && <Neighbour text={texts.own.behind} row={above} own={row} sortBy={sortBy} />}
          {below && <Neighbour text={texts.own.ahead} row={below} own={row} sortBy={sortBy} />}
        </Row>
      )}
    </section>
  )
}

interface NeighbourProps {
  readonly text: (gap: string) => string
  readonly row: LeaderboardRow
  readonly own: LeaderboardRow
  readonly sortBy: SortColumn
}

/** How far the next better or the next lower channel is away; nothing if one of the values is unknown. */
function Neighbour({ text, row, own, sortBy }: NeighbourProps) {
  const { show, unit } = getColumn(sortBy)
  const field = SORT_FIELDS[sortBy]
  const [value, ownValue] = [row[field], own[field]]
  if (value === null || ownValue === null) {
    return null
  }
  const gap = show({ ...row, [field]: Math.abs(value - ownValue) })
  return (
    <span>
      <Sentence
        text={text(`${gap} ${unit}`)}
        parts={{
          channel: <>{linkedToChannel(row, <bdi>{streamerName(row)}</bdi>)}</>,
        }}
      />
    </span>
  )
}
