import { changeRound, type Round } from '@rollcall/contract/leagues'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import type { Done } from '#ui/done-message.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Quiet } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import classes from './league.module.css'
import { ObjectButton } from './objections.tsx'
import { prescriptionInWords } from './prescribed/prescription-in-words.ts'
import { RoundGamesButton } from './prescribed/round-games.tsx'
import { type RoundChange, RoundDecisions } from './round-decisions.tsx'
import { stateInWords } from './round-states.ts'
import { texts } from './texts.ts'

const { columns, round: words } = texts

interface RoundsProps {
  /** The series. */
  readonly id: string
  readonly rounds: readonly Round[]
}

/** What the columns stand for, and the state of each round. */
export function Rounds({ id, rounds }: RoundsProps) {
  return (
    <ol className={classes.rounds} aria-label={columns.results}>
      {rounds.map((round, index) => (
        <li key={round.eventId}>
          <RoundLine round={round} number={index + 1} />
          <ObjectButton round={round} />
          <RoundGamesButton id={id} round={round} canPrescribe={false} />
        </li>
      ))}
    </ol>
  )
}

interface OwnRoundsProps extends RoundsProps {
  readonly onDone: (done: Done) => void
}

/** The same for organisers, who decide about each. */
export function OwnRounds({ id, rounds, onDone }: OwnRoundsProps) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<number | null>(null)
  const round = rounds.find(({ eventId }) => eventId === asked)
  const change = async (eventId: number, body: RoundChange) => {
    await callApi(changeRound, { params: { id, eventId: String(eventId) }, body })
    await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  }
  const close = (done: Done | null) => {
    setAsked(null)
    if (done !== null) onDone(done)
  }
  return (
    <>
      <ol className={classes.rounds} aria-label={columns.results}>
        {rounds.map((each, index) => (
          <li key={each.eventId}>
            <RoundLine round={each} number={index + 1} />
            <Button
              variant={each.hasProposal ? 'filled' : 'default'}
              size="compact-sm"
              aria-label={words.decideAbout(each.name)}
              onClick={() => setAsked(each.eventId)}
            >
              {each.hasProposal ? words.changed : words.decide}
            </Button>
            <RoundGamesButton id={id} round={each} canPrescribe />
          </li>
        ))}
      </ol>
      <Modal isOpen={round !== undefined} title={round?.name ?? ''} onClose={() => close(null)}>
        {round && (
          <RoundDecisions
            id={id}
            round={round}
            onChange={(body) => change(round.eventId, body)}
            onClose={close}
          />
        )}
      </Modal>
    </>
  )
}

function RoundLine({ round, number }: { readonly round: Round; readonly number: number }) {
  return (
    <>
      <strong>{columns.round(number)}</strong> <bdi>{round.name}</bdi>
      <Quiet as="span" size="xs">
        {stateInWords(round)}
      </Quiet>
      <Quiet as="span" size="xs">
        <PlannedShow showAt={round.showAt} />
      </Quiet>
      {round.prescription && (
        <Quiet as="span" size="xs" className={classes.below}>
          {prescriptionInWords(round.prescription)}
        </Quiet>
      )}
      {round.announcement && (
        <Quiet as="span" size="xs" className={classes.below} dir="auto">
          {round.announcement}
        </Quiet>
      )}
      {round.openObjections > 0 && (
        <Quiet as="span" size="xs">
          {texts.openObjections(round.openObjections)}
        </Quiet>
      )}
      {round.revisions.map((revision) => (
        <Quiet key={revision.number} as="span" size="xs">
          {texts.revision(revision.number, formatDay(revision.at), revision.reason)}
        </Quiet>
      ))}
    </>
  )
}
