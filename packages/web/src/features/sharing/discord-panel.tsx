import { Skeleton, TextInput } from '@mantine/core'
import {
  type DiscordPanel as DiscordState,
  getDiscordPanel,
  MAX_WEBHOOK_LENGTH,
  postToDiscord,
  setDiscordWebhook,
} from '@rollcall/contract/sharing'
import { IconBrandDiscord } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentLanguage } from '#texts/language.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { texts } from './texts.ts'

interface DiscordPanelProps {
  readonly eventId: string
  /** The key of the organiser's view of the show; queries below it are refreshed along with it. */
  readonly showKey: readonly string[]
}

/** Posts the results of a final show, and says what happened to the last post. */
export function DiscordPanel({ eventId, showKey }: DiscordPanelProps) {
  const query = queryOptions({
    queryKey: [...showKey, 'discord'],
    queryFn: ({ signal }) => callApi(getDiscordPanel, { params: { id: eventId }, signal }),
  })
  const { data: state, error, refetch } = useQuery(query)
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const onSuccess = (next: DiscordState) => client.setQueryData(query.queryKey, next)
  const address = useMutation({
    mutationFn: (given: string | null) =>
      callApi(setDiscordWebhook, { params: { id: eventId }, body: { address: given } }),
    // The page must not keep the address.
    gcTime: 0,
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
          <p role="status">{describeState(state)}</p>
          <div className={forms.actions}>
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
          </div>
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
      {[address.error, post.error].map(
        (failure) => failure && <Notice key={failure.message} message={sentenceOf(failure)} />,
      )}
    </Panel>
  )
}

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
      <div className={forms.actions}>
        <Button type="submit" variant="default" disabled={text.trim() === ''} loading={isSaving}>
          {texts.address.save}
        </Button>
      </div>
    </form>
  )
}

const isUnderWay = ({ post }: DiscordState) =>
  post?.state === 'waiting' || post?.state === 'sending'

function describeState({ isFinal, post }: DiscordState): string {
  if (post === null) {
    return isFinal ? texts.post.ready : texts.post.notFinal
  }
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
