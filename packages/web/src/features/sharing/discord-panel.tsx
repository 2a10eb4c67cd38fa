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
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'

interface DiscordPanelProps {
  readonly eventId: string
  /** Of the organiser's view of the show: what refreshes by itself with it. */
  readonly showKey: readonly string[]
}

/** Posts the results of a final show, and says what became of the last post. */
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
    // It is kept nowhere in the page.
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
    <Panel title="Discord">
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
            Posts go to the webhook whose address ends in <code>…{state.webhook.ending}</code>
            {state.webhook.isOfSeries && ', as those of all events of this series do'}.
            {!state.hasLink && ' They have no link while the public page is off.'}
          </p>
          <p role="status">{wordsOf(state)}</p>
          <div className={forms.actions}>
            <Button
              leftSection={<IconBrandDiscord size={18} aria-hidden />}
              disabled={!state.isFinal || isUnderWay(state)}
              loading={post.isPending}
              onClick={() => post.mutate(state.post?.id ?? null)}
            >
              {state.post === null ? 'Post to Discord' : 'Post to Discord again'}
            </Button>
            <Button variant="default" loading={address.isPending} onClick={() => setIsAsking(true)}>
              Remove the address
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove the address?"
        text={`Nothing can be posted${state?.webhook?.isOfSeries ? ', for any event of this series,' : ''} until you paste a webhook's address again. Rollcall cannot show you this one; Discord can, in the channel's settings.`}
        confirmLabel="Remove the address"
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
        label="Webhook address"
        description="In Discord: the channel's settings, Integrations, Webhooks, Copy Webhook URL. It is kept encrypted and not shown again."
        maxLength={MAX_WEBHOOK_LENGTH}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className={forms.actions}>
        <Button type="submit" variant="default" disabled={text.trim() === ''} loading={isSaving}>
          Save the address
        </Button>
      </div>
    </form>
  )
}

const isUnderWay = ({ post }: DiscordState) =>
  post?.state === 'waiting' || post?.state === 'sending'

function wordsOf({ isFinal, post }: DiscordState): string {
  switch (post?.state) {
    case undefined:
      return isFinal
        ? 'One press posts podium, link and picture.'
        : 'Once the show is final, one press posts podium, link and picture.'
    case 'waiting':
      return post.reason === null || post.nextAt === null
        ? 'It is about to be sent.'
        : `Not posted yet: ${post.reason} It is tried again: ${formatInstant(post.nextAt)}.`
    case 'sending':
      return 'It is being sent.'
    case 'posted':
      return `Posted. Asked for: ${formatInstant(post.askedAt)}.`
    case 'failed':
      return `Not posted: ${post.reason}`
    case 'unknown':
      return `Perhaps posted, perhaps not: ${post.reason} It is not sent again by itself.`
  }
}
