import { Button } from '@mantine/core'
import { rotateUploadKey } from '@rollcall/contract/uploads'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { KeyFacts } from './key-facts.tsx'
import { NewKey } from './new-key.tsx'
import { uploadKeyQuery } from './queries.ts'
import classes from './upload-key-section.module.css'

/** The streamer's key, and what to do with it. */
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
