/** Sealed events that ask the streamer to keep results secret until the show, or that already hold some. */
import { answerSeal, openHeldGames, type Seal } from '@rollcall/contract/events-seals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { useLive } from '#api/live.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatDays, formatInstant } from '#ui/format-instant.ts'
import { formatList } from '#ui/format-list.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { sealsQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import classes from './seals.module.css'
import { texts } from './texts.ts'

const { seals: words } = texts

/** Empty for streamers without any sealed events. */
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
    <Panel title={words.title}>
      <Stack ref={section} tabIndex={-1} className={classes.content}>
        <p className={classes.rule}>{words.rule}</p>
        <ul className={cards.list}>
          {data.seals.map((seal) => (
            <SealItem key={seal.event.id} seal={seal} onAnswered={() => section.current?.focus()} />
          ))}
        </ul>
        {data.heldGames > 0 && <OpenNow games={data.heldGames} />}
      </Stack>
    </Panel>
  )
}

interface SealItemProps {
  readonly seal: Seal
  /** Called before the pressed button disappears. */
  readonly onAnswered: () => void
}

function SealItem({ seal, onAnswered }: SealItemProps) {
  const { event, isOwn, isAsking, answer, heldGames, sharesDaysWith } = seal
  const client = useQueryClient()
  useLive(`participants/event:${event.id}`, sealsQuery.queryKey)
  const answering = useMutation({
    mutationFn: (isAgreed: boolean) =>
      callApi(answerSeal, {
        params: { id: String(event.id) },
        body: { isAgreed, startsAt: event.startsAt, endsAt: event.endsAt },
      }),
    onSuccess: onAnswered,
    onSettled: () => client.invalidateQueries({ queryKey: answersAbout('events') }),
  })
  const canAgree = !isOwn && answer !== 'agreed' && Date.parse(event.endsAt) > Date.now()
  const button = (isAgreed: boolean, label: string) => (
    <Button
      size="xs"
      variant={isAgreed && isAsking ? 'filled' : 'default'}
      loading={answering.isPending && answering.variables === isAgreed}
      disabled={answering.isPending}
      aria-label={shared.actionOn(label, event.name)}
      onClick={() => answering.mutate(isAgreed)}
    >
      {label}
    </Button>
  )
  return (
    <Row
      as="li"
      gap="sm/lg"
      justify="space-between"
      className={classes.seal}
      data-asking={isAsking || undefined}
    >
      <div className={classes.text}>
        <h3 className={classes.name}>
          <bdi>{event.name}</bdi>
        </h3>
        <Quiet>
          <Sentence
            text={words.facts(formatDays(event.startAt, event.endAt))}
            parts={{ organiser: <bdi>{streamerName(event.organiser)}</bdi> }}
          />
        </Quiet>
        <p>
          {sealText(seal)} {heldGames > 0 && words.held(heldGames)}
        </p>
        {!isOwn && <SeenBy seal={seal} />}
        {canAgree && sharesDaysWith.length > 0 && (
          <p>
            <Sentence
              text={words.sharesDays}
              parts={{ events: <bdi>{formatList(sharesDaysWith)}</bdi> }}
            />
          </p>
        )}
        {answering.isError && <Notice message={sentenceOf(answering.error)} />}
      </div>
      {!isOwn && (
        <div className={classes.actions}>
          {canAgree && button(true, words.agree)}
          {isAsking && button(false, words.decline)}
          {answer === 'agreed' && button(false, words.stop)}
        </div>
      )}
    </Row>
  )
}

/** Who sees the results before the show, as it is now. */
function SeenBy({ seal: { event, trusted = [] } }: { readonly seal: Seal }) {
  const organiser = <bdi>{streamerName(event.organiser)}</bdi>
  return (
    <>
      <p>
        <Sentence
          text={trusted.length === 0 ? words.seenBy : words.seenByAll}
          parts={{ organiser }}
        />
      </p>
      {trusted.length > 0 && (
        <ul className={classes.seers}>
          {trusted.map((seer) => (
            <li key={`${seer.username} ${seer.since}`}>
              <Sentence
                text={
                  seer.isLater
                    ? words.seerLater[seer.role](formatInstant(seer.since))
                    : words.seer[seer.role](formatInstant(seer.since))
                }
                parts={{ name: <bdi>{streamerName(seer)}</bdi> }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function sealText({ isOwn, isAsking, answer }: Seal): string {
  if (isOwn) {
    return words.own
  }
  if (isAsking) {
    return words.asks
  }
  if (answer === 'declined') {
    return words.declined
  }
  return answer === 'agreed' ? words.agreed : words.ended
}

function OpenNow({ games }: { readonly games: number }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const opening = useMutation({
    mutationFn: () => callApi(openHeldGames, {}),
    onSettled: () => client.invalidateQueries({ queryKey: answersAbout('events') }),
  })
  return (
    <div className={classes.open}>
      <Button variant="default" loading={opening.isPending} onClick={() => setIsAsking(true)}>
        {words.open}
      </Button>
      <p>{words.openHint(games)}</p>
      {opening.isError && <Notice message={sentenceOf(opening.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.openQuestion(games)}
        text={words.openResult}
        confirmLabel={words.open}
        onConfirm={() => {
          setIsAsking(false)
          opening.mutate()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}
