import { shownName } from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { RowName } from '#ui/board/row-name.tsx'
import { withUniqueKeys } from '#ui/board/unique-keys.ts'
import { formatDay } from '#ui/format-instant.ts'
import { formatRaceTime } from '#ui/format-race-time.ts'
import { ChannelLink, GameLink, RacerLink } from '#ui/links.tsx'
import layout from '#ui/page.module.css'
import type { MapRecord } from './queries.ts'
import { texts } from './texts.ts'

interface RecordListProps {
  readonly label: string
  readonly records: readonly MapRecord[]
  readonly keyOf: (record: MapRecord) => string
  /** The racer who holds the record. */
  readonly nameOf: (record: MapRecord) => string
  readonly picture: (record: MapRecord) => ReactNode
  readonly link: (record: MapRecord, name: ReactNode) => ReactNode
  /** Where the record was set, or who set it. */
  readonly noteText: string
  /** Whether there is room for one line a row. */
  readonly isWide?: boolean
}

/** The fastest finishes, one for each racer or channel. */
export function RecordList(props: RecordListProps) {
  const { label, records, keyOf, nameOf, picture, link, noteText, isWide = false } = props
  if (records.length === 0) {
    return <p>{texts.map.noTimes}</p>
  }
  return (
    <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={label}>
      {withUniqueKeys(records, keyOf).map(({ key, item: record }) => (
        <li key={key} className={`${ranked.row} ${rows.row}`}>
          <RankBadge rank={record.rank} />
          <RowName
            picture={picture(record)}
            name={nameOf(record)}
            link={(name) => link(record, name)}
          />
          <span className={ranked.points}>{formatRaceTime(record.seconds)}</span>
          <span className={isWide ? rows.facts : layout.note}>
            <span>
              <Sentence
                text={noteText}
                parts={{
                  game: (
                    <GameLink id={record.gameId}>
                      <time dateTime={record.finishedAt}>{formatDay(record.finishedAt)}</time>
                    </GameLink>
                  ),
                  channel: (
                    <ChannelLink channel={record.channel}>
                      <bdi>{record.channel.name}</bdi>
                    </ChannelLink>
                  ),
                  racer: (
                    <RacerLink racer={record.racer}>
                      <bdi>{shownName(record.racer)}</bdi>
                    </RacerLink>
                  ),
                }}
              />
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
