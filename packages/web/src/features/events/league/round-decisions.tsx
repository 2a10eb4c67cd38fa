import type { BodyInput } from '@rollcall/contract/endpoint'
import { type changeRound, hasCounted, type Round } from '@rollcall/contract/leagues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Choices } from '#ui/choices.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import type { Done } from '#ui/done-message.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { RoundAnnouncement } from './entering/round-announcement.tsx'
import { RoundShow } from './entering/round-show.tsx'
import { RoundStreamers } from './entering/round-streamers.tsx'
import { Objections } from './objections.tsx'
import { ReasonField } from './reason-field.tsx'
import { RoundProposal } from './round-proposal.tsx'
import { stateInWords } from './round-states.ts'
import { texts } from './texts.ts'

const { round: words } = texts

export type RoundChange = BodyInput<typeof changeRound>
type Decision = RoundChange['to']

interface RoundDecisionsProps {
  /** The series. */
  readonly id: string
  readonly round: Round
  readonly onChange: (change: RoundChange) => Promise<void>
  readonly onClose: (done: Done | null) => void
}

/** What an organiser can decide about a round: first about results that have changed, if there are any. */
export function RoundDecisions({ id, round, onChange, onClose }: RoundDecisionsProps) {
  return (
    <Stack gap="md">
      <Quiet>{stateInWords(round)}</Quiet>
      <RoundStreamers id={id} round={round} />
      {canPlanShow(round) && <RoundAnnouncement id={id} round={round} />}
      {canPlanShow(round) && <RoundShow eventId={round.eventId} />}
      {hasCounted(round) && <Objections eventId={round.eventId} isForOrganisers />}
      {round.hasProposal && <RoundProposal id={id} round={round} onClose={onClose} />}
      {!round.hasProposal && (
        <Decide key={round.state} round={round} onChange={onChange} onClose={onClose} />
      )}
    </Stack>
  )
}

/** Its show may still be to come. */
const canPlanShow = ({ state }: Round) =>
  state === 'planned' || state === 'open' || state === 'waiting'

const LABELS: Readonly<Record<Decision, { readonly label: string; readonly hint: string }>> = {
  ended: { label: words.end, hint: words.endHint },
  running: { label: words.goOn, hint: words.goOnHint },
  final: { label: words.makeFinal, hint: words.makeFinalHint },
  voided: { label: words.void, hint: words.voidHint },
  counting: { label: words.restore, hint: '' },
}

/** What may become of a round that is in this state. */
function decisionsAbout({ state, hasEnded, endsAt }: Round): Decision[] {
  const canGoOn = hasEnded && new Date(endsAt) > new Date()
  switch (state) {
    case 'voided':
      return ['counting']
    case 'open':
      return ['ended', 'voided']
    case 'provisional':
      return canGoOn ? ['final', 'running', 'voided'] : ['final', 'voided']
    case 'waiting':
      return canGoOn ? ['running', 'voided'] : ['voided']
    default:
      return ['voided']
  }
}

function Decide({ round, onChange, onClose }: Omit<RoundDecisionsProps, 'id'>) {
  const queryClient = useQueryClient()
  const decisions = decisionsAbout(round)
  const [decision, setDecision] = useState(decisions[0] ?? 'voided')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const decide = useMutation({
    mutationFn: () => onChange(changeTo(decision, reason)),
    onSuccess: () => onClose(doneWith(round, decision, onChange)),
    // The round may be in another state by now.
    onError: () => queryClient.invalidateQueries({ queryKey: answersAbout('events') }),
  })
  return (
    <DialogForm
      submitLabel={LABELS[decision].label}
      isPending={decide.isPending}
      problem={decide.error && sentenceOf(decide.error)}
      onSubmit={() => {
        const isWithout = decision === 'voided' && reason.trim() === ''
        setIsMissing(isWithout)
        if (!isWithout) decide.mutate()
      }}
      onClose={() => onClose(null)}
    >
      {decisions.length > 1 && (
        <Choices
          question={words.question}
          options={decisions.map((value) => ({ label: LABELS[value].label, value }))}
          answer={decision}
          onAnswer={setDecision}
        />
      )}
      <Quiet>{LABELS[decision].hint}</Quiet>
      {decision === 'voided' && (
        <ReasonField reason={reason} isMissing={isMissing} onReason={setReason} />
      )}
    </DialogForm>
  )
}

const changeTo = (to: Decision, reason: string): RoundChange =>
  to === 'voided' ? { to, reason: reason.trim() } : { to }

/** What was done, and how it is taken back. */
function doneWith(
  { name, voidedReason }: Round,
  decision: Decision,
  onChange: RoundDecisionsProps['onChange'],
): Done {
  switch (decision) {
    case 'ended':
      return {
        sentence: words.ended(name),
        undo: { run: () => onChange({ to: 'running' }), sentence: words.goesOn(name) },
      }
    case 'running':
      return {
        sentence: words.goesOn(name),
        undo: { run: () => onChange({ to: 'ended' }), sentence: words.ended(name) },
      }
    case 'voided':
      return {
        sentence: words.voided(name),
        undo: { run: () => onChange({ to: 'counting' }), sentence: words.restored(name) },
      }
    case 'counting':
      return {
        sentence: words.restored(name),
        undo: {
          run: () => onChange({ to: 'voided', reason: voidedReason ?? '' }),
          sentence: words.voided(name),
        },
      }
    case 'final':
      return { sentence: words.isFinal(name) }
  }
}
