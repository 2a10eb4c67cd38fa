import { deleteEvent, deleteEventSeries } from '@rollcall/contract/events-series'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersAbout } from '#api/query-keys.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import { DialogForm } from '#ui/dialogs.tsx'
import form from '#ui/form.module.css'
import { Quiet, Row } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import classes from './event-form.module.css'
import { texts } from './texts.ts'

const { deleting } = texts

interface DeleteButtonProps {
  readonly kind: 'event' | 'series'
  readonly id: string
  readonly name: string
  /** The page to show afterwards. */
  readonly next: string
}

/** For creators and admins: deletes an event or a series, after saying what will be lost. */
export function DeleteButton(props: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const label = deleting[props.kind]
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {label}
      </Button>
      <Modal isOpen={isAsking} title={label} onClose={() => setIsAsking(false)}>
        <DeleteForm {...props} label={label} onClose={() => setIsAsking(false)} />
      </Modal>
    </>
  )
}

interface DeleteFormProps extends DeleteButtonProps {
  readonly label: string
  readonly onClose: () => void
}

function DeleteForm({ kind, id, name, next, label, onClose }: DeleteFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () =>
      kind === 'series'
        ? callApi(deleteEventSeries, { params: { id } })
        : callApi(deleteEvent, { params: { id } }),
    onSuccess: async () => {
      // The next page loads again; this page must not, because its data is gone.
      await queryClient.invalidateQueries({ queryKey: answersAbout('events'), refetchType: 'none' })
      await navigate(next, { state: { deleted: name } })
    },
  })
  return (
    <DialogForm
      submitLabel={label}
      isPending={deletion.isPending}
      problem={deletion.error && sentenceOf(deletion.error)}
      onSubmit={() => deletion.mutate()}
      onClose={onClose}
    >
      <Quiet>
        <Sentence
          text={kind === 'series' ? deleting.seriesResult : deleting.eventResult}
          parts={{ name: <bdi>{name}</bdi> }}
        />
      </Quiet>
    </DialogForm>
  )
}

/** On the next page: says what was deleted. */
export function DeletedMessage() {
  const state: unknown = useLocation().state
  const name = typeof state === 'object' && state !== null && 'deleted' in state && state.deleted
  if (!name) {
    return null
  }
  return (
    <Row as="p" wrap={false} gap="xs" role="status" className={`${form.done} ${classes.left}`}>
      <IconCheck size={18} aria-hidden />
      <span>
        <Sentence text={deleting.done} parts={{ name: <bdi>{String(name)}</bdi> }} />
      </span>
    </Row>
  )
}
