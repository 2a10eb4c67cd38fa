import type { OwnLeague } from '@rollcall/contract/racers-leagues'
import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { useQuery } from '@tanstack/react-query'
import { Sentence } from '#texts/sentence.tsx'
import { AnswerPanel } from '#ui/answer-panel.tsx'
import { LeagueRows } from '#ui/board/league-rows.tsx'
import { TeamLink } from '#ui/board/team-link.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatList } from '#ui/format-list.ts'
import { EventLink } from '#ui/links.tsx'
import classes from './leagues-panel.module.css'
import { ownLeaguesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { leagues: words } = texts

/** The reader's place in each running league, its next round, and what changed; nothing without a league. */
export function LeaguesPanel() {
  const answer = useQuery(ownLeaguesQuery)
  if (answer.isPending || answer.data?.leagues.length === 0) return null
  return (
    <AnswerPanel title={words.title} answer={answer} height="4rem">
      {({ leagues }) => (
        <LeagueRows
          leagues={leagues}
          label={words.title}
          teamOf={({ team }) => team && <TeamLink team={team} color={TEAM_COLORS[team.color]} />}
          facts={(league) => (
            <>
              {league.next && <Next next={league.next} />}
              <Changed league={league} />
            </>
          )}
        />
      )}
    </AnswerPanel>
  )
}

function Next({ next }: { readonly next: NonNullable<OwnLeague['next']> }) {
  const { name, token, startAt, endAt, isOpen } = next
  const days = formatDays(startAt, endAt)
  return (
    <span className={classes.line}>
      <Sentence
        text={isOpen ? words.open(days) : words.next(days)}
        parts={{
          round:
            token === null ? (
              <bdi>{name}</bdi>
            ) : (
              <EventLink token={token}>
                <bdi>{name}</bdi>
              </EventLink>
            ),
        }}
      />
    </span>
  )
}

/** In words, beside the place that the reader has now. */
function Changed({ league: { news, place } }: { readonly league: OwnLeague }) {
  if (news === null) return null
  const { added, revised, before } = news
  return (
    <strong className={classes.line}>
      {added.length > 0 && words.added(formatList(added))}
      {before !== null && before !== place?.rank && ` ${words.before(before)}`}
      {revised.length > 0 && ` ${words.revised(formatList(revised))}`}
    </strong>
  )
}
