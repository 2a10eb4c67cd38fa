import { deleteAccount, keepAccount } from '@rollcall/contract/account'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { DoneMessage } from '#ui/done-message.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './account.module.css'
import { accountQuery } from './queries.ts'
import { texts } from './texts.ts'

const { deletion: words } = texts

/** @param deletesAt null: the account stays */
export function DeletionPanel({ deletesAt }: { readonly deletesAt: string | null }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const choosing = useMutation({
    mutationFn: (endpoint: typeof deleteAccount | typeof keepAccount) => callApi(endpoint, {}),
    onSuccess: () => queryClient.invalidateQueries(accountQuery),
  })
  const done = choosing.isSuccess && {
    sentence: choosing.variables === deleteAccount ? words.isAsked : words.isKept,
  }
  return (
    <Panel title={words.title}>
      {deletesAt !== null && (
        <p>
          <strong>{words.waiting(formatInstant(deletesAt))}</strong>
        </p>
      )}
      <p>{words.whatGoes}</p>
      <p>{words.whatStays}</p>
      <p>{words.whatWeCannot}</p>
      <Row gap="xs/md" className={classes.act}>
        {deletesAt === null ? (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={choosing.isPending}
            onClick={() => setIsAsking(true)}
          >
            {words.ask}
          </Button>
        ) : (
          <Button loading={choosing.isPending} onClick={() => choosing.mutate(keepAccount)}>
            {words.keep}
          </Button>
        )}
        <DoneMessage done={done || null} takesFocus />
      </Row>
      {choosing.isError && <Notice message={sentenceOf(choosing.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.question}
        text={words.consequence}
        confirmLabel={words.confirm}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          choosing.mutate(deleteAccount)
        }}
      />
    </Panel>
  )
}
