import type { RacerLabel } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { RankedRow } from '#ui/board/ranked-row.tsx'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import type { ShownMotion } from '#ui/board/use-reveal-motion.ts'
import type { FormatPoints } from '#ui/format-number.ts'
import { ProfileImage } from '#ui/person.tsx'
import classes from './embed.module.css'
import { texts } from './texts.ts'

interface EmbedListProps {
  readonly label: string
  readonly isEmpty: boolean
  readonly children: ReactNode
}

function EmbedList({ label, isEmpty, children }: EmbedListProps) {
  return isEmpty ? (
    <p className={classes.state}>{texts.none}</p>
  ) : (
    <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={label}>
      {children}
    </ol>
  )
}

interface EmbedChannelsProps {
  readonly label: string
  readonly channels: readonly {
    readonly id: string | number
    readonly name: string
    readonly profileImageUrl: string | null
    readonly rank: number
    readonly figure: string
  }[]
}

const PICTURE_PX = 28

export function EmbedChannels({ label, channels }: EmbedChannelsProps) {
  return (
    <EmbedList label={label} isEmpty={channels.length === 0}>
      {channels.map(({ id, name, profileImageUrl, rank, figure }) => (
        <li key={id} className={`${ranked.row} ${rows.row}`}>
          <RankBadge rank={rank} />
          <RowName
            picture={<ProfileImage src={profileImageUrl} sizePx={PICTURE_PX} />}
            name={name}
          />
          <span className={ranked.points}>{figure}</span>
        </li>
      ))}
    </EmbedList>
  )
}

interface EmbedRacersProps {
  readonly label: string
  readonly racers: readonly (RacerLabel & {
    readonly id: string
    /** null: it has none. */
    readonly rank: number | null
    /** null: hidden. */
    readonly points: number | null
    /** Of a hidden row: its points. */
    readonly held?: number
  })[]
  readonly formatPoints: FormatPoints
  readonly motion?: ShownMotion
}

export function EmbedRacers({ label, racers, formatPoints, motion }: EmbedRacersProps) {
  return (
    <EmbedList label={label} isEmpty={racers.length === 0}>
      {racers.map((racer) => (
        <RankedRow
          key={racer.id}
          row={racer}
          points={racer.points}
          held={racer.held}
          motion={motion ?? null}
          entrance="appear"
          marblePx={28}
          formatPoints={formatPoints}
          className={rows.row}
        />
      ))}
    </EmbedList>
  )
}
