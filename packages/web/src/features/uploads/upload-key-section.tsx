import { Skeleton, TextInput } from '@mantine/core'
import { findUploadKey } from '@rollcall/contract/places'
import {
  getUploadKey,
  rotateUploadKey,
  testUploadKey,
  type UploadKey,
} from '@rollcall/contract/uploads'
import { IconCheck } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { CopyField } from '#ui/copy-field.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import forms from '#ui/form.module.css'
import { formatInstant } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Loading } from '#ui/states.tsx'
import { texts } from './texts.ts'
import classes from './upload-key-section.module.css'

const uploadKeyQuery = queryOptions({
  ...asking(getUploadKey, {}),
})

export function UploadKeySection() {
  const queryClient = useQueryClient()
  const current = useQuery(uploadKeyQuery)
  const [isAsking, setIsAsking] = useState(false)
  const rotation = useMutation({
    mutationFn: () => callApi(rotateUploadKey, {}),
    // The whole key exists only on this page.
    gcTime: 0,
    onSuccess: ({ uploadKey }) => storeAnswer(queryClient, uploadKeyQuery, { uploadKey }),
    // The answer may have been lost on its way back, so the old key may be gone.
    onError: () => void queryClient.invalidateQueries(uploadKeyQuery),
  })
  const hasKey = current.data !== undefined && current.data.uploadKey !== null

  return (
    <div id="upload-key" className={classes.section}>
      {rotation.data && (
        <NewKey uploadKey={rotation.data.key} companionAddress={rotation.data.companionAddress} />
      )}
      <Panel title={texts.key.title}>
        <p>{texts.key.about}</p>
        {current.isError ? (
          <Notice
            message={texts.key.loadError(current.error.message)}
            onRetry={() => void current.refetch()}
          />
        ) : (
          <KeyFacts uploadKey={current.data?.uploadKey} />
        )}
        {current.data && (
          <Row className={classes.action}>
            <Button
              variant={hasKey ? 'default' : 'filled'}
              loading={rotation.isPending}
              onClick={() => (hasKey ? setIsAsking(true) : rotation.mutate())}
            >
              {hasKey ? texts.key.replace : texts.key.make}
            </Button>
            {rotation.isError && <Notice message={sentenceOf(rotation.error)} />}
          </Row>
        )}
        {hasKey && !rotation.data && <KeyCheck />}
      </Panel>
      <Panel title={texts.key.publicTitle}>
        <p>{texts.key.publicSteps}</p>
      </Panel>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.key.replaceTitle}
        text={texts.key.replaceText}
        confirmLabel={texts.key.replaceConfirm}
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
  /** undefined while loading; null if there is no key. */
  readonly uploadKey: UploadKey | null | undefined
}

function Instant({ value }: { readonly value: string }) {
  return <time dateTime={value}>{formatInstant(value)}</time>
}

/** All that can still be shown of a key: how it begins, when it was made, and when it was last used. */
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
    return <p>{texts.key.none}</p>
  }
  const { prefix, createdAt, lastUsedAt } = uploadKey
  return (
    <dl className={cards.facts}>
      <dt>{texts.key.beginsWith}</dt>
      <dd>
        <code className={classes.prefix}>{prefix}…</code>
      </dd>
      <dt>{texts.key.madeAt}</dt>
      <dd>
        <Instant value={createdAt} />
      </dd>
      <dt>{texts.key.lastUse}</dt>
      <dd>{lastUsedAt === null ? texts.key.never : <Instant value={lastUsedAt} />}</dd>
    </dl>
  )
}

interface NewKeyProps {
  readonly uploadKey: string
  readonly companionAddress: string
}

/** The whole key, shown once: it is stored nowhere, so it is lost when the page is left. */
function NewKey({ uploadKey, companionAddress }: NewKeyProps) {
  return (
    <div role="status">
      <Panel title={texts.key.newTitle}>
        <p className={classes.once}>{texts.key.once}</p>
        <div className={forms.form}>
          <CopyField label={texts.key.address} value={companionAddress} isSecret />
          <CopyField label={texts.key.key} value={uploadKey} isSecret />
          <ConnectionTest key={uploadKey} uploadKey={uploadKey} />
        </div>
      </Panel>
    </div>
  )
}

/** Tests a key that is no longer shown, for anybody who has it. */
function KeyCheck() {
  const [typed, setTyped] = useState('')
  // The companion address contains the key in its path.
  const key = findUploadKey(typed) ?? typed.trim()
  return (
    <details className={`${forms.more} ${classes.check}`}>
      <summary>{texts.key.check}</summary>
      <div className={forms.form}>
        <TextInput
          type="password"
          label={texts.key.typed}
          description={texts.key.typedHint}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ConnectionTest key={key} uploadKey={key} />
      </div>
    </details>
  )
}

/** Whether the key is valid, and for which channel. */
function ConnectionTest({ uploadKey }: { readonly uploadKey: string }) {
  const test = useMutation({
    mutationFn: () => callApi(testUploadKey, { body: { uploadKey }, token: null }),
    gcTime: 0,
  })
  return (
    <Row gap="sm/md">
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {texts.key.test}
      </Button>
      <Row as="p" wrap={false} gap="xs" role="status" className={forms.done}>
        {test.isSuccess && (
          <>
            <IconCheck size={18} aria-hidden />
            <span>{texts.key.works(test.data.channel)}</span>
          </>
        )}
      </Row>
      {test.isError && <Notice message={sentenceOf(test.error)} />}
    </Row>
  )
}
