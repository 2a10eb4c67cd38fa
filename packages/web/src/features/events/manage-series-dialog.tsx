import { Button, TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, updateEventSeries } from '@rollcall/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'
import { checkedBody } from './checked-body.ts'
import classes from './manage-series-page.module.css'

interface ManageSeriesDialogProps {
  readonly id: string
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function ManageSeriesDialog(props: ManageSeriesDialogProps) {
  const { isOpen, onClose } = props
  return (
    <Modal isOpen={isOpen} title="Edit Series" onClose={onClose}>
      <RenameForm {...props} />
    </Modal>
  )
}

function RenameForm({ id, name, onClose }: ManageSeriesDialogProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(name)
  const rename = useMutation({
    mutationFn: async () => {
      const body = checkedBody(updateEventSeries, { event_series_name: typed.trim() })
      return callApi(updateEventSeries, { params: { id }, body })
    },
    onSuccess: async (answer) => {
      if ('unauthorized' in answer) return
      // Closes on the new name, not on the old one.
      await queryClient.invalidateQueries({ queryKey: ['events'] })
      onClose()
    },
  })
  if (rename.data && 'unauthorized' in rename.data) return <ToUnauthorized />
  return (
    <form
      className={classes.dialog}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!rename.isPending) rename.mutate()
      }}
    >
      <TextInput
        label="Event Series Name"
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {rename.isError && <Notice message={sentenceOf(rename.error)} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" loading={rename.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
