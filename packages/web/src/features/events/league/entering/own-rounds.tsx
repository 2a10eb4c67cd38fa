import type { listOwnRounds } from '@rollcall/contract/league-runs'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import type { Answer } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { NameLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import rows from '#ui/rows-with-button.module.css'
import { NextGames } from '../prescribed/next-games.tsx'
import { useAct } from '../teams/queries.ts'
import { ownRoundsQuery, sayRun } from './run-queries.ts'
import { texts } from './run-texts.ts'

const { mine: words } = texts

/** The rounds that the reader runs now; nothing if there are none. */
export function RoundsThatIRun() {
  const { data } = useQuery(ownRoundsQuery)
  const rounds = data?.filter(({ hasOpened }) => hasOpened) ?? []
  if (rounds.length === 0) return null
  return (
    <Panel title={words.title}>
      <ul className={rows.list}>
        {rounds.map((round) => (
          <OwnRound key={round.eventId} round={round} />
        ))}
      </ul>
    </Panel>
  )
}

type Round = Answer<typeof listOwnRounds>[number]

function OwnRound({
  round: { eventId, name, league, seriesId, endsAt, run, named },
}: {
  readonly round: Round
}) {
  const hasRun = run !== null
  const say = useAct(
    () => sayRun(eventId, !hasRun),
    () => {},
  )
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <NameLink to={addressOf(PAGES.manageSeries, { id: seriesId })}>
          <bdi>{name}</bdi>
        </NameLink>
        <span className={rows.fact} role="status">
          <bdi>{league}</bdi>, {hasRun ? words.hasRun : words.until(formatInstant(endsAt))}
        </span>
        {say.error && <Notice message={sentenceOf(say.error)} />}
      </span>
      <Button
        variant="default"
        size="xs"
        loading={say.isPending}
        aria-label={hasRun ? texts.undoNamed(name) : texts.sayNamed(name)}
        onClick={() => say.mutate()}
      >
        {hasRun ? texts.undo : texts.say}
      </Button>
      <NextGames round={{ eventId, name, named }} />
    </li>
  )
}
