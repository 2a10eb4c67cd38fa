import { Button, Skeleton } from '@mantine/core'
import { getUploadKey, rotateUploadKey, type UploadKey } from '@rollcall/contract/uploads'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Loading } from '#ui/states.tsx'
import classes from './upload-key-section.module.css'

const uploadKeyQuery = queryOptions({
  queryKey: ['uploads', 'key'],
  queryFn: ({ signal }) => callApi(getUploadKey, { signal }),
})

export function UploadKeySection() {
  const queryClient = useQueryClient()
  const current = useQuery(uploadKeyQuery)
  const [isAsking, setIsAsking] = useState(false)
  const rotation = useMutation({
    mutationFn: () => callApi(rotateUploadKey, {}),
    // The whole key lives in this page only.
    gcTime: 0,
    onSuccess: ({ uploadKey }) => queryClient.setQueryData(uploadKeyQuery.queryKey, { uploadKey }),
    // The answer may have been lost on its way back, and the old key be gone.
    onError: () => void queryClient.invalidateQueries(uploadKeyQuery),
  })
  const hasKey = current.data !== undefined && current.data.uploadKey !== null

  return (
    <div id="upload-key" className={classes.section}>
      {rotation.data && (
        <NewKey uploadKey={rotation.data.key} companionAddress={rotation.data.companionAddress} />
      )}
      <Panel title="Your upload key">
        <p>
          It proves that the results the companion sends are yours. It can upload to your own
          channel and do nothing else.
        </p>
        {current.isError ? (
          <Notice
            message={`Error: ${current.error.message}`}
            onRetry={() => void current.refetch()}
          />
        ) : (
          <KeyFacts uploadKey={current.data?.uploadKey} />
        )}
        {current.data && (
          <div className={classes.action}>
            <Button
              loading={rotation.isPending}
              onClick={() => (hasKey ? setIsAsking(true) : rotation.mutate())}
            >
              {hasKey ? 'Replace upload key' : 'Make upload key'}
            </Button>
            {rotation.isError && <Notice message={sentenceOf(rotation.error)} />}
          </div>
        )}
      </Panel>
      <Panel title="Point the companion here">
        <p>
          The companion needs no sign-in of its own. Wherever its settings name a server, put your
          companion address in place of that host and leave the rest of the address as it is; from
          then on it uploads here by itself. The address contains your key, so treat it like a
          password. If somebody else has seen it, replace the key and enter the new address.
        </p>
      </Panel>
      <ConfirmDialog
        isOpen={isAsking}
        title="Replace upload key?"
        text="The old key stops at once: the companion cannot upload until you give it the new address."
        confirmLabel="Replace key"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          rotation.mutate()
        }}
      />
    </div>
  )
}

interface KeyFactsProps {
  /** undefined while loading, null where there is no key. */
  readonly uploadKey: UploadKey | null | undefined
}

function Instant({ value }: { readonly value: string }) {
  return <time dateTime={value}>{formatInstant(value)}</time>
}

/** All that may still be shown of a key: how it begins, and how old and how used it is. */
function KeyFacts({ uploadKey }: KeyFactsProps) {
  if (uploadKey === undefined) {
    return (
      <Loading>
        <Skeleton height={14} width="60%" />
        <Skeleton height={14} width="45%" />
        <Skeleton height={14} width="50%" />
      </Loading>
    )
  }
  if (uploadKey === null) {
    return <p>You have no upload key yet.</p>
  }
  const { prefix, createdAt, lastUsedAt } = uploadKey
  return (
    <dl className={classes.facts}>
      <dt>Begins with</dt>
      <dd>
        <code>{prefix}…</code>
      </dd>
      <dt>Made at</dt>
      <dd>
        <Instant value={createdAt} />
      </dd>
      <dt>Last use</dt>
      <dd>{lastUsedAt === null ? 'Never' : <Instant value={lastUsedAt} />}</dd>
    </dl>
  )
}

interface NewKeyProps {
  readonly uploadKey: string
  readonly companionAddress: string
}

/** The whole key, once: it is kept nowhere, so leaving the page loses it. */
function NewKey({ uploadKey, companionAddress }: NewKeyProps) {
  return (
    <div role="status">
      <Panel title="Your new upload key">
        <p className={classes.once}>
          Copy it now: it is shown only this once. Never show it on stream.
        </p>
        <div className={forms.form}>
          <CopyField label="Companion address" value={companionAddress} />
          <CopyField label="Upload key" value={uploadKey} />
        </div>
      </Panel>
    </div>
  )
}
