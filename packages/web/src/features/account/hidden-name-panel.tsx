import { hideName, showName } from '@rollcall/contract/account'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { DoneMessage } from '#ui/done-message.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Row } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './account.module.css'
import { texts } from './texts.ts'

const { name: words } = texts

/** @param since null: others see the name */
export function HiddenNamePanel({ since }: { readonly since: string | null }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const choosing = useMutation({
    mutationFn: (endpoint: typeof hideName | typeof showName) => callApi(endpoint, {}),
    // Boards, games and the own page have the name too.
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const done = choosing.isSuccess && {
    sentence: choosing.variables === hideName ? words.isHidden : words.isShown,
  }
  return (
    <Panel title={words.title}>
      <p>{since === null ? words.shown : words.hidden(formatDay(since))}</p>
      <p>{words.whatHides}</p>
      <p>{words.whatStays}</p>
      <Row gap="xs/md" className={classes.act}>
        {since === null ? (
          <Button
            leftSection={<IconEyeOff size={18} aria-hidden />}
            loading={choosing.isPending}
            onClick={() => choosing.mutate(hideName)}
          >
            {words.hide}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconEye size={18} aria-hidden />}
            loading={choosing.isPending}
            onClick={() => setIsAsking(true)}
          >
            {words.show}
          </Button>
        )}
        <DoneMessage done={done || null} takesFocus />
      </Row>
      {choosing.isError && <Notice message={sentenceOf(choosing.error)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.question}
        text={words.consequence}
        confirmLabel={words.show}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          choosing.mutate(showName)
        }}
      />
    </Panel>
  )
}
