import { Skeleton } from '@mantine/core'
import type { PublicLeague } from '@rollcall/contract/leagues-public'
import type { LeagueStory } from '@rollcall/contract/leagues-story'
import { shownName } from '@rollcall/scoring/racer'
import { useQuery } from '@tanstack/react-query'
import { Sentence } from '#texts/sentence.tsx'
import ranked from '#ui/board/ranked-row.module.css'
import { Quiet } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { EventLink, RacerLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { countingRounds } from '../../league-table.tsx'
import { Racers } from '../league-head.tsx'
import { leagueStoryQuery } from './queries.ts'
import { RankChart } from './rank-chart.tsx'
import classes from './story.module.css'
import { StoryTable } from './story-table.tsx'
import { texts } from './texts.ts'

interface StoryPanelProps {
  readonly token: string
  readonly league: PublicLeague
}

/** From one round alone there is no line. */
const MIN_ROUNDS = 2

/** How the table came to be: the first rows from round to round, who led, who climbed, who won. */
export function StoryPanel({ token, league }: StoryPanelProps) {
  const isTold = countingRounds(league.rounds).length >= MIN_ROUNDS
  const { data, error, refetch } = useQuery({ ...leagueStoryQuery(token), enabled: isTold })
  if (!isTold) return null
  return (
    <Panel title={texts.title}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Quiet>{texts.loading}</Quiet>
          <Skeleton height="22rem" radius="md" />
        </Loading>
      )}
      {data && <Story story={data} league={league} />}
    </Panel>
  )
}

function Story({ story, league }: { readonly story: LeagueStory; readonly league: PublicLeague }) {
  // A round may have changed between the two answers.
  const told = new Map(story.rounds.map((round) => [round.eventId, round]))
  const rounds = countingRounds(league.rounds).filter(({ eventId }) => told.has(eventId))
  const numbered = story.rounds.flatMap(({ eventId }) =>
    rounds.filter((round) => round.eventId === eventId),
  )
  const isWhole = numbered.length === story.rounds.length
  return (
    <div className={classes.parts}>
      {story.lines.length > 0 && isWhole && (
        <>
          <RankChart lines={story.lines} numbers={numbered.map(({ number }) => number)} />
          <details className={classes.fold}>
            <summary>{texts.numbers}</summary>
            <StoryTable lines={story.lines} rounds={numbered} />
          </details>
        </>
      )}
      {story.climb && <Climb climb={story.climb} rounds={league.rounds} />}
      <ol className={lines.lines} aria-label={texts.rounds}>
        {league.rounds.map((round, index) => {
          const after = told.get(round.eventId)
          return (
            after && (
              <RoundOfStory key={round.eventId} round={round} number={index + 1} after={after} />
            )
          )
        })}
      </ol>
    </div>
  )
}

interface ClimbProps {
  readonly climb: NonNullable<LeagueStory['climb']>
  readonly rounds: PublicLeague['rounds']
}

function Climb({ climb, rounds }: ClimbProps) {
  const index = rounds.findIndex(({ eventId }) => eventId === climb.eventId)
  const round = rounds[index]
  if (round === undefined) return null
  return (
    <p>
      <Sentence
        text={texts.climb(climb.from, climb.to)}
        parts={{
          racer: (
            <RacerLink racer={climb}>
              <bdi>{shownName(climb)}</bdi>
            </RacerLink>
          ),
          round: <RoundName round={round} />,
        }}
      />
    </p>
  )
}

type Round = PublicLeague['rounds'][number]

function RoundName({ round: { name, token } }: { readonly round: Round }) {
  if (token === null) return <bdi>{name}</bdi>
  return (
    <EventLink token={token}>
      <bdi>{name}</bdi>
    </EventLink>
  )
}

interface RoundOfStoryProps {
  readonly round: Round
  readonly number: number
  readonly after: LeagueStory['rounds'][number]
}

/** Who won the round, where its show is, and who led after it. */
function RoundOfStory({ round, number, after: { leaders } }: RoundOfStoryProps) {
  const { name, token, winners } = round
  return (
    <li>
      <span className={lines.name}>
        <Quiet as="span">{texts.round(number)}</Quiet> <bdi>{name}</bdi>
      </span>
      {token !== null && (
        <span className={classes.show}>
          <EventLink token={token}>
            <span aria-hidden="true">{texts.show}</span>
            <span className={ranked.unseen}>{texts.showOf(name)}</span>
          </EventLink>
        </span>
      )}
      {winners && (
        <p>
          <Sentence text={texts.won(winners.points)} parts={{ winners: <Racers {...winners} /> }} />
        </p>
      )}
      <p>
        {leaders ? (
          <Sentence text={texts.led(leaders.total)} parts={{ leaders: <Racers {...leaders} /> }} />
        ) : (
          texts.noLeader
        )}
      </p>
    </li>
  )
}
