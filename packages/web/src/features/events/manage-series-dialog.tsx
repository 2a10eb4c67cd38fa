import { TextInput } from '@mantine/core'
import { MAX_EVENT_NAME_LENGTH, updateEventSeries } from '@rollcall/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Modal } from '#ui/modal.tsx'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'
import { checkedBody } from './checked-body.ts'

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
    <DialogForm
      submitLabel="Save"
      closeLabel="Close"
      isPending={rename.isPending}
      problem={rename.error && sentenceOf(rename.error)}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <TextInput
        label="Event Series Name"
        maxLength={MAX_EVENT_NAME_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </DialogForm>
  )
}
