import type { ReactNode } from 'react'
import { alignedFormat } from '../format-number.ts'
import { LeagueLink } from '../links.tsx'
import { ForeignName } from '../person.tsx'
import { RankBadge } from './rank-badge.tsx'
import ranked from './ranked-row.module.css'
import rows from './row-list.module.css'
import { texts } from './texts.ts'

const { leagues: words } = texts

interface ShownLeague {
  readonly name: string
  readonly token: string
  /** null: not in the table. */
  readonly place: {
    readonly rank: number | null
    readonly isDisqualified: boolean
    readonly missing: number
    readonly of: number
    readonly total: number
  } | null
}

interface LeagueRowsProps<League extends ShownLeague> {
  readonly leagues: readonly League[]
  readonly label: string
  /** null: none. */
  readonly teamOf: (league: League) => ReactNode
  /** Further facts of a league. */
  readonly facts?: (league: League) => ReactNode
}

/** Somebody's place and team in each league. */
export function LeagueRows<League extends ShownLeague>(props: LeagueRowsProps<League>) {
  const { leagues, label, teamOf, facts } = props
  const format = alignedFormat(leagues.flatMap(({ place }) => place?.total ?? []))
  return (
    <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={label}>
      {leagues.map((league) => {
        const { token, name, place } = league
        const team = teamOf(league)
        return (
          <li key={token} className={`${ranked.row} ${rows.row}`}>
            {place?.rank != null ? <RankBadge rank={place.rank} isOrder={false} /> : <span />}
            <span className={ranked.name}>
              <LeagueLink token={token}>
                <ForeignName>{name}</ForeignName>
              </LeagueLink>
            </span>
            <span className={ranked.points}>{place && format(place.total)}</span>
            <span className={rows.facts}>
              {placeIn(place)}
              {team && <> · {team}</>}
              {facts?.(league)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function placeIn(place: ShownLeague['place']): string {
  if (place === null) return words.noPlace
  if (place.isDisqualified) return words.disqualified
  return place.rank === null ? words.missing(place.missing) : words.place(place.rank, place.of)
}
