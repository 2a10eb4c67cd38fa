import { TEAM_COLORS } from '@rollcall/contract/team-rules'
import { AnswerPanel, type AwaitedAnswer } from '#ui/answer-panel.tsx'
import { LeagueRows } from '#ui/board/league-rows.tsx'
import { TeamLink } from '#ui/board/team-link.tsx'
import type { RacerLeagues } from './queries.ts'
import { texts } from './texts.ts'

const { leagues: words } = texts

interface LeaguesPanelProps {
  readonly answer: AwaitedAnswer<RacerLeagues>
}

/** The racer's place and team in each running league. */
export const LeaguesPanel = ({ answer }: LeaguesPanelProps) => (
  <AnswerPanel title={words.title} answer={answer} height="4rem">
    {({ leagues }) => (
      <LeagueRows
        leagues={leagues}
        label={words.title}
        teamOf={({ team }) => team && <TeamLink team={team} color={TEAM_COLORS[team.color]} />}
      />
    )}
  </AnswerPanel>
)
