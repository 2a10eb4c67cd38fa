import { Skeleton } from '@mantine/core'
import { hasCounted, type Round } from '@rollcall/contract/leagues'
import { type Objection, withdrawObjection } from '@rollcall/contract/objections'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { useSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import lines from '#ui/lines.module.css'
import { PersonLink } from '#ui/links.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { AnswerForm, ObjectionForm } from './objection-forms.tsx'
import { objectionsQuery } from './queries.ts'
import { texts } from './texts.ts'

const { objections: words } = texts

/** Opens what people said against a round whose results count, and the form to say it. */
export function ObjectButton({ round }: { readonly round: Round }) {
  const isSignedIn = useSessionToken() !== null
  const [isOpen, setIsOpen] = useState(false)
  if (!isSignedIn || !hasCounted(round)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={words.openFor(round.name)}
        onClick={() => setIsOpen(true)}
      >
        {words.open}
      </Button>
      <Modal isOpen={isOpen} title={words.title(round.name)} onClose={close}>
        <Stack gap="md">
          <Objections eventId={round.eventId} />
          <div>
            <Button variant="default" onClick={close}>
              {words.close}
            </Button>
          </div>
        </Stack>
      </Modal>
    </>
  )
}

interface ObjectionsProps {
  readonly eventId: number
  /** Organisers decide about the round right below, and need no form to object to it. */
  readonly isForOrganisers?: boolean
}

/** One's own objections to a round, or all for those who answer them. */
export function Objections({ eventId, isForOrganisers = false }: ObjectionsProps) {
  const { data, error, refetch } = useQuery(objectionsQuery(eventId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Loading>
        <Skeleton height="4rem" radius="md" />
      </Loading>
    )
  }
  const { mayObject, mayDecide, objections } = data
  const waits = objections.some(({ isOwn, answer }) => isOwn && answer === null)
  return (
    <Stack gap="md">
      {objections.length > 0 && (
        <ul className={lines.lines} aria-label={words.list}>
          {objections.map((objection) => (
            <li key={objection.id}>
              <Line eventId={eventId} objection={objection} mayDecide={mayDecide} />
            </li>
          ))}
        </ul>
      )}
      {mayObject && !isForOrganisers && !waits && <ObjectionForm eventId={eventId} />}
      {(!mayObject || isForOrganisers) && objections.length === 0 && (
        <Quiet>{mayDecide ? words.none : words.closed}</Quiet>
      )}
    </Stack>
  )
}

interface LineProps {
  readonly eventId: number
  readonly objection: Objection
  readonly mayDecide: boolean
}

function Line({ eventId, objection, mayDecide }: LineProps) {
  const { id, text, at, by, isOwn, answer } = objection
  return (
    <>
      <span className={lines.name}>
        <PersonLink page={by.page ?? undefined}>
          <bdi>{by.username}</bdi>
        </PersonLink>
      </span>
      <Quiet as="span">{formatInstant(at)}</Quiet>
      <p>
        <bdi>{text}</bdi>
      </p>
      {answer !== null && (
        <p>
          <strong>{answer.isUpheld ? words.upheld : words.rejected}</strong>{' '}
          <bdi>{answer.text}</bdi>{' '}
          <Quiet as="span">
            <bdi>{answer.by}</bdi>, {formatInstant(answer.at)}
          </Quiet>
        </p>
      )}
      {answer === null && isOwn && <Withdraw eventId={eventId} />}
      {answer === null && mayDecide && !isOwn && <AnswerForm eventId={eventId} objectionId={id} />}
    </>
  )
}

function Withdraw({ eventId }: { readonly eventId: number }) {
  const queryClient = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => callApi(withdrawObjection, { params: { eventId: String(eventId) } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: answersAbout('events') }),
  })
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {words.withdraw}
      </Button>
      {withdraw.error && <Notice message={sentenceOf(withdraw.error)} />}
    </div>
  )
}
