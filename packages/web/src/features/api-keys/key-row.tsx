import { type ApiKey, revokeApiKey } from '@rollcall/contract/api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { formatList } from '#ui/format-list.ts'
import { Notice } from '#ui/notice.tsx'
import rows from '#ui/rows-with-button.module.css'
import { apiKeysQuery } from './queries.ts'
import { texts } from './texts.ts'

const { list: words } = texts

interface KeyRowProps {
  readonly apiKey: ApiKey
  /** Called before the row disappears. */
  readonly onRevoked: () => void
}

export function KeyRow({ apiKey, onRevoked }: KeyRowProps) {
  const { id, name, prefix, scopes, createdAt, lastUsedAt } = apiKey
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const revoking = useMutation({
    mutationFn: async () => {
      try {
        await callApi(revokeApiKey, { params: { id: String(id) } })
      } catch (error) {
        // It was revoked in another tab: it is gone, as it should be.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: async () => {
      onRevoked()
      await queryClient.invalidateQueries(apiKeysQuery)
    },
  })
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <code>{prefix}…</code>
        <span>{words.scopes(formatList(scopes))}</span>
        <span className={rows.fact}>
          <Sentence text={words.made} parts={{ time: <Instant value={createdAt} /> }} />
          {', '}
          {lastUsedAt === null ? (
            words.unused
          ) : (
            <Sentence text={words.used} parts={{ time: <Instant value={lastUsedAt} /> }} />
          )}
        </span>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={words.revokeKey(name)}
        loading={revoking.isPending}
        onClick={() => setIsAsking(true)}
      >
        {words.revoke}
      </Button>
      {revoking.isError && <Notice message={sentenceOf(revoking.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.revokeQuestion(name)}
        text={words.revokeResult}
        confirmLabel={words.revoke}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          revoking.mutate()
        }}
      />
    </li>
  )
}

function Instant({ value }: { readonly value: string }) {
  return <time dateTime={value}>{formatInstant(value)}</time>
}
