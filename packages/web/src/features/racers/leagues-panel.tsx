import type { RacedLeague } from '@rollcall/contract/racers-leagues'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { RankBadge } from '#ui/board/rank-badge.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import rows from '#ui/board/row-list.module.css'
import { TeamLink } from '#ui/board/team-link.tsx'
import { alignedFormat } from '#ui/format-number.ts'
import { LeagueLink } from '#ui/links.tsx'
import { ForeignName } from '#ui/person.tsx'
import type { RacerLeagues } from './queries.ts'
import { texts } from './texts.ts'

const { leagues: words } = texts

interface LeaguesPanelProps {
  readonly answer: AwaitedAnswer<RacerLeagues>
}

/** The racer's place and team in each running league. */
export function LeaguesPanel({ answer }: LeaguesPanelProps) {
  return (
    <AnswerPanel title={words.title} answer={answer} height="4rem">
      {({ leagues }) => {
        const format = alignedFormat(leagues.flatMap(({ place }) => place?.total ?? []))
        return (
          <ol className={`${rows.rows} ${ranked.wrapping}`} aria-label={words.title}>
            {leagues.map(({ token, name, place, team }) => (
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
                  {team && (
                    <>
                      {' · '}
                      <TeamLink team={team} color={TEAM_COLORS[team.color]} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
        )
      }}
    </AnswerPanel>
  )
}

function placeIn(place: RacedLeague['place']): string {
  if (place === null) return words.noPlace
  if (place.isDisqualified) return words.disqualified
  return place.rank === null ? words.missing(place.missing) : words.place(place.rank, place.of)
}
