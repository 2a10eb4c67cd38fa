import { Skeleton, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import {
  type DiscordPanel as DiscordState,
  getDiscordPanel,
  getNightPanel,
  MAX_WEBHOOK_LENGTH,
  type NightPanel as NightState,
  postNight,
  postToDiscord,
  setDiscordWebhook,
  setNightWebhook,
  setRoundMessages,
} from '@rollcall/contract/sharing'
import { IconBrandDiscord } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { type About, asking } from '#api/query-keys.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { currentLanguage } from '#texts/language.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { texts } from './texts.ts'

interface DiscordPanelProps {
  readonly eventId: string
  /** What the organiser's view of the show is about; the panel is refreshed along with it. */
  readonly about: About
}

/** Posts the results of a final show, and says what happened to the last post. */
export function DiscordPanel({ eventId, about }: DiscordPanelProps) {
  const query = queryOptions({
    ...asking(getDiscordPanel, { params: { id: eventId } }, about),
  })
  const { data: state, error, refetch } = useQuery(query)
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const onSuccess = (next: DiscordState) => storeAnswer(client, query, next)
  const address = useMutation({
    mutationFn: (given: string | null) =>
      callApi(setDiscordWebhook, { params: { id: eventId }, body: { address: given } }),
    // The page must not keep the address.
    gcTime: 0,
    onSuccess,
  })
  const rounds = useMutation({
    mutationFn: (isOn: boolean) =>
      callApi(setRoundMessages, { params: { id: eventId }, body: { isOn } }),
    onSuccess,
  })
  const post = useMutation({
    mutationFn: (after: number | null) =>
      callApi(postToDiscord, { params: { id: eventId }, body: { after } }),
    onSuccess,
    onError: () => void refetch(),
  })
  return (
    <Panel title={texts.title}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!state && !error && (
        <Loading>
          <Skeleton height={14} width="60%" />
          <Skeleton height={36} width="40%" />
        </Loading>
      )}
      {state?.webhook === null && (
        <AddressForm isSaving={address.isPending} onSave={(given) => address.mutate(given)} />
      )}
      {state?.webhook && (
        <div className={forms.form}>
          <p>
            <Sentence
              text={state.webhook.isOfSeries ? texts.address.ofSeries : texts.address.ofEvent}
              parts={{ ending: <code>…{state.webhook.ending}</code> }}
            />
            {!state.hasLink && ` ${texts.address.noLink}`}
          </p>
          {state.rounds && (
            <RoundsSwitch
              rounds={state.rounds}
              isOn={rounds.isPending ? rounds.variables : state.rounds.isOn}
              onSwitch={(isOn) => rounds.mutate(isOn)}
            />
          )}
          <p role="status">{describeState(state)}</p>
          <Row gap="sm/md">
            <Button
              leftSection={<IconBrandDiscord size={18} aria-hidden />}
              disabled={!state.isFinal || isUnderWay(state)}
              loading={post.isPending}
              onClick={() => post.mutate(state.post?.id ?? null)}
            >
              {state.post === null ? texts.post.send : texts.post.sendAgain}
            </Button>
            <Button variant="default" loading={address.isPending} onClick={() => setIsAsking(true)}>
              {texts.address.remove}
            </Button>
          </Row>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.address.removeQuestion}
        text={
          state?.webhook?.isOfSeries ? texts.address.removeOfSeries : texts.address.removeOfEvent
        }
        confirmLabel={texts.address.remove}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          address.mutate(null)
        }}
      />
      {[address.error, rounds.error, post.error].map(
        (failure) => failure && <Notice key={failure.message} message={sentenceOf(failure)} />,
      )}
    </Panel>
  )
}

interface RoundsSwitchProps {
  readonly rounds: NonNullable<DiscordState['rounds']>
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** Whether each round of the league has a message, and why the last one could not be posted. */
function RoundsSwitch({ rounds: { problem }, isOn, onSwitch }: RoundsSwitchProps) {
  return (
    <>
      <Switch
        label={texts.rounds.label}
        description={texts.rounds.hint}
        checked={isOn}
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      {problem && (
        <p role="status">{texts.rounds.problem(currentLanguage().problemText(problem))}</p>
      )}
    </>
  )
}

interface NightPostsProps {
  /** The channel's name in the address. */
  readonly channel: string
  /** YYYY-MM-DD */
  readonly day: string
}

/** How soon to ask again what has become of a post. */
const UNDER_WAY_MS = 2_000

/** Posts a night of the reader's own channel. */
export function NightPosts({ channel, day }: NightPostsProps) {
  const params = { channel, day }
  const query = queryOptions({
    ...asking(getNightPanel, { params }),
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? UNDER_WAY_MS : false),
  })
  const { data: state, error, refetch } = useQuery(query)
  const client = useQueryClient()
  const onSuccess = (next: NightState) => storeAnswer(client, query, next)
  const address = useMutation({
    mutationFn: (given: string | null) =>
      callApi(setNightWebhook, { params, body: { address: given } }),
    // The page must not keep the address.
    gcTime: 0,
    onSuccess,
  })
  const post = useMutation({
    mutationFn: (after: number | null) => callApi(postNight, { params, body: { after } }),
    onSuccess,
    onError: () => void refetch(),
  })
  return (
    <Panel title={texts.title}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!state && !error && <Loading />}
      {state?.webhook === null && (
        <AddressForm isSaving={address.isPending} onSave={(given) => address.mutate(given)} />
      )}
      {state?.webhook && (
        <div className={forms.form}>
          <p>
            <Sentence
              text={texts.address.ofNights}
              parts={{ ending: <code>…{state.webhook.ending}</code> }}
            />
          </p>
          <p role="status">{state.post === null ? readyFor(state) : describePost(state.post)}</p>
          <Row gap="sm/md">
            <Button
              variant="default"
              leftSection={<IconBrandDiscord size={18} aria-hidden />}
              disabled={!state.isPublic || isUnderWay(state)}
              loading={post.isPending}
              onClick={() => post.mutate(state.post?.id ?? null)}
            >
              {state.post === null ? texts.post.send : texts.post.sendAgain}
            </Button>
            <Button
              variant="default"
              loading={address.isPending}
              onClick={() => address.mutate(null)}
            >
              {texts.address.remove}
            </Button>
          </Row>
        </div>
      )}
      {[address.error, post.error].map(
        (failure) => failure && <Notice key={failure.message} message={sentenceOf(failure)} />,
      )}
    </Panel>
  )
}

const readyFor = ({ isPublic }: NightState) =>
  isPublic ? texts.post.nightReady : texts.post.nightHeld

interface AddressFormProps {
  readonly isSaving: boolean
  readonly onSave: (address: string) => void
}

function AddressForm({ isSaving, onSave }: AddressFormProps) {
  const [text, setText] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    onSave(text)
  }
  return (
    <form className={forms.form} onSubmit={save}>
      <TextInput
        type="password"
        autoComplete="off"
        label={texts.address.label}
        description={texts.address.hint}
        maxLength={MAX_WEBHOOK_LENGTH}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Row gap="sm/md">
        <Button type="submit" variant="default" disabled={text.trim() === ''} loading={isSaving}>
          {texts.address.save}
        </Button>
      </Row>
    </form>
  )
}

const isUnderWay = (state: Pick<DiscordState, 'post'> | undefined) =>
  state?.post?.state === 'waiting' || state?.post?.state === 'sending'

function describeState({ isFinal, post }: DiscordState): string {
  return post === null ? (isFinal ? texts.post.ready : texts.post.notFinal) : describePost(post)
}

function describePost(post: NonNullable<DiscordState['post']>): string {
  const { problem, attempts, nextAt } = post
  const reason = problem === null ? '' : currentLanguage().problemText(problem)
  switch (post.state) {
    case 'waiting':
      return problem === null || nextAt === null
        ? texts.post.waiting
        : texts.post.delayed(reason, formatInstant(nextAt))
    case 'sending':
      return texts.post.sending
    case 'posted':
      return texts.post.posted(formatInstant(post.askedAt))
    case 'failed':
      return attempts > 1 ? texts.post.gaveUp(attempts, reason) : texts.post.failed(reason)
    case 'unknown':
      return texts.post.unknown(reason)
  }
}
