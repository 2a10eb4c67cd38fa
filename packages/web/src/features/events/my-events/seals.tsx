/** Sealed events that ask the streamer to keep their results secret until the show, or that hold some already. */
import { VisuallyHidden } from '@mantine/core'
import { answerSeal, openHeldGames, type Seal } from '@rollcall/contract/events-seals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { useLive } from '#api/live.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { formatCount } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { sealsQuery } from '../queries.ts'
import classes from './seals.module.css'

const NAMES = new Intl.ListFormat('en')

/** Nothing for a streamer whom no sealed event concerns. */
export function Seals() {
  const { data, error, refetch } = useQuery(sealsQuery)
  const section = useRef<HTMLDivElement>(null)
  if (error && !data) {
    return <LoadError error={error} onRetry={() => void refetch()} />
  }
  if (!data || data.seals.length === 0) {
    return null
  }
  return (
    <Panel title="Sealed results">
      <div ref={section} tabIndex={-1} className={classes.content}>
        <p className={classes.rule}>
          A sealed event keeps your games secret until its show: no other event shows them to
          anybody but you and admins. They open with the show, a week after the event's end at the
          latest. Season totals, ranks by season points and points by day stay public.
        </p>
        <ul className={cards.list}>
          {data.seals.map((seal) => (
            <SealItem key={seal.event.id} seal={seal} onAnswered={() => section.current?.focus()} />
          ))}
        </ul>
        {data.heldGames > 0 && <OpenNow games={data.heldGames} />}
      </div>
    </Panel>
  )
}

interface SealItemProps {
  readonly seal: Seal
  /** The button that was pressed is about to go. */
  readonly onAnswered: () => void
}

function SealItem({ seal, onAnswered }: SealItemProps) {
  const { event, isOwn, isAsking, answer, sharesDaysWith } = seal
  const client = useQueryClient()
  useLive(`participants/event:${event.id}`, sealsQuery.queryKey)
  const answering = useMutation({
    mutationFn: (isAgreed: boolean) =>
      callApi(answerSeal, {
        params: { id: String(event.id) },
        body: { isAgreed, startsAt: event.startsAt, endsAt: event.endsAt },
      }),
    onSuccess: onAnswered,
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
  const canAgree = !isOwn && answer !== 'agreed' && Date.parse(event.endsAt) > Date.now()
  const button = (isAgreed: boolean, label: string) => (
    <Button
      size="xs"
      variant={isAgreed && isAsking ? 'filled' : 'default'}
      loading={answering.isPending && answering.variables === isAgreed}
      disabled={answering.isPending}
      onClick={() => answering.mutate(isAgreed)}
    >
      {label}
      <VisuallyHidden> {event.name}</VisuallyHidden>
    </Button>
  )
  return (
    <li className={classes.seal} data-asking={isAsking || undefined}>
      <div className={classes.text}>
        <h3 className={classes.name}>
          <bdi>{event.name}</bdi>
        </h3>
        <p className={classes.facts}>
          {formatDays(event.startAt, event.endAt)}, by <bdi>{event.organiser.username}</bdi>
        </p>
        <p>{stateOf(seal)}</p>
        {canAgree && sharesDaysWith.length > 0 && (
          <p>
            It has days in common with <bdi>{NAMES.format(sharesDaysWith)}</bdi>. Both organisers
            will see these results before either show.
          </p>
        )}
        {answering.isError && <Notice message={sentenceOf(answering.error)} />}
      </div>
      {!isOwn && (
        <div className={classes.actions}>
          {canAgree && button(true, 'Agree')}
          {isAsking && button(false, 'Decline')}
          {answer === 'agreed' && button(false, 'Stop holding later games')}
        </div>
      )}
    </li>
  )
}

function stateOf({ isOwn, isAsking, answer, heldGames }: Seal): string {
  const held = heldGames === 0 ? '' : ` ${holds(heldGames)} until its show.`
  if (isOwn) {
    return `Your own event.${held}`
  }
  if (isAsking) {
    return `The organiser asks to hold your games that finish after you agree.${held}`
  }
  if (answer === 'declined') {
    return `You declined: later games are not held.${held}`
  }
  return `${answer === 'agreed' ? 'You agreed.' : 'This event has ended.'}${held}`
}

function holds(games: number): string {
  return `${formatCount(games, { one: 'game', other: 'games' })} ${games === 1 ? 'is' : 'are'} held`
}

function OpenNow({ games }: { readonly games: number }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const opening = useMutation({
    mutationFn: () => callApi(openHeldGames, {}),
    onSettled: () => client.invalidateQueries({ queryKey: ['events'] }),
  })
  return (
    <div className={classes.open}>
      <Button variant="default" loading={opening.isPending} onClick={() => setIsAsking(true)}>
        Open now
      </Button>
      <p>
        Shows your {formatCount(games, { one: 'held game', other: 'held games' })} in every event at
        once.
      </p>
      {opening.isError && <Notice message={sentenceOf(opening.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Open ${formatCount(games, { one: 'held game', other: 'held games' })} now?`}
        text="Everybody sees them in every event at once, before the shows. You can't undo this. Later games stay held where you agreed."
        confirmLabel="Open now"
        onConfirm={() => {
          setIsAsking(false)
          opening.mutate()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
