import type { PublicRound } from '@rollcall/contract/leagues-public'
import { Sentence } from '#texts/sentence.tsx'
import { formatDay, formatDays } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { EventLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import { RoundChannels } from '../entering/round-channels.tsx'
import { ObjectButton } from '../objections.tsx'
import { prescriptionInWords } from '../prescribed/prescription-in-words.ts'
import { stateAsSentence } from '../round-states.ts'
import { texts as shared } from '../texts.ts'
import { Racers } from './league-head.tsx'
import classes from './public-league.module.css'
import { texts } from './texts.ts'

const { rounds: words } = texts

/** When each round is, what it is called in the table, and who has won it. */
export function RoundsPanel({ rounds }: { readonly rounds: readonly PublicRound[] }) {
  return (
    <Panel title={words.title}>
      <ol className={`${lines.lines} ${classes.rounds}`} aria-label={words.title}>
        {rounds.map((round, index) => (
          <li key={round.eventId}>
            <span className={`${lines.name} ${classes.name}`}>
              <Quiet as="span" className={classes.number}>
                {shared.columns.round(index + 1)}
              </Quiet>
              <span>
                <Name round={round} />
              </span>
            </span>
            <Quiet as="span">{formatDays(round.startAt, round.endAt)}</Quiet>
            <Quiet as="span">
              <PlannedShow showAt={round.showAt} />
            </Quiet>
            <div className={classes.outcome}>
              <Outcome round={round} />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Name({ round: { name, token } }: { readonly round: PublicRound }) {
  if (token === null) return <bdi>{name}</bdi>
  return (
    <EventLink token={token}>
      <bdi>{name}</bdi>
    </EventLink>
  )
}

/** Who won, whether that may still change, and what was changed. */
function Outcome({ round }: { readonly round: PublicRound }) {
  const { winners, revisions, openObjections } = round
  return (
    <>
      {winners !== null && (
        <p>
          <Sentence
            text={words.won(winners.points)}
            parts={{
              winners: <Racers {...winners} />,
            }}
          />
        </p>
      )}
      <Quiet>{stateAsSentence(round)}</Quiet>
      {round.prescription && <Quiet>{prescriptionInWords(round.prescription)}</Quiet>}
      {round.announcement && <Quiet dir="auto">{round.announcement}</Quiet>}
      <RoundChannels round={round} />
      {openObjections > 0 && <Quiet>{shared.openObjections(openObjections)}</Quiet>}
      {revisions.map(({ number, at, reason }) => (
        <Quiet key={number}>{shared.revision(number, formatDay(at), reason)}</Quiet>
      ))}
      <ObjectButton round={round} />
    </>
  )
}
