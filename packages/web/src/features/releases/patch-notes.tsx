import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { deletePatchNote, type PatchNote } from '@rollcall/contract/releases'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { afterDeletion, type Chosen, openNotes, toggled } from './open-notes.ts'
import { PatchNoteItem } from './patch-note-item.tsx'
import classes from './patch-notes.module.css'
import { patchNotesQuery } from './queries.ts'

const SKELETONS = [1, 2, 3]

/** All patch notes, newest first; admins change them from here. */
export function PatchNotes() {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: user } = useQuery(currentUserQuery)
  const { data: notes, error, isPending, refetch } = useQuery(patchNotesQuery)
  const [chosen, setChosen] = useState<Chosen>(null)
  const [asked, setAsked] = useState<PatchNote | null>(null)
  const deleting = useDeletion((deletedId) => {
    setChosen(afterDeletion(open, { ids, deletedId }))
    // The button that was pressed is gone.
    heading.current?.focus()
  })

  const ids = notes?.map(({ id }) => id) ?? []
  const open = openNotes(chosen, ids)
  const isAdmin = user?.isAdmin === true
  return (
    <section className={classes.notes} aria-labelledby={titleId} aria-busy={isPending}>
      <div className={classes.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={classes.heading}>
          Patch Notes
        </h2>
        {isAdmin && (
          <Button
            component={Link}
            to="/admin/create-patch-notes"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Create New Post
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {isPending && (
        <div className={classes.loading} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="4rem" radius="lg" />
          ))}
        </div>
      )}
      {error && <Notice message={`Error: ${error.message}`} onRetry={() => void refetch()} />}
      {notes?.length === 0 && <p className={classes.empty}>No patch notes available.</p>}
      <ul className={classes.list}>
        {notes?.map((note) => (
          <li key={note.id}>
            <PatchNoteItem
              note={note}
              isOpen={open.has(note.id)}
              onToggle={() => setChosen(toggled(open, note.id))}
              isDeleting={deleting.isPending && deleting.variables === note.id}
              onDelete={isAdmin ? () => setAsked(note) : null}
            />
            {deleting.isError && deleting.variables === note.id && (
              <Notice message={sentenceOf(deleting.error)} />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Confirm Deletion"
        text="Are you sure you want to delete this patch note?"
        confirmLabel="Delete"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          if (asked !== null && !deleting.isPending) deleting.mutate(asked.id)
        }}
      >
        <p className={classes.asked}>
          <bdi>{asked?.title}</bdi>
        </p>
      </ConfirmDialog>
    </section>
  )
}

function useDeletion(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        await callApi(deletePatchNote, { params: { id: String(id) } })
      } catch (error) {
        // Somebody else was quicker: it is gone, as it should be.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: async (_, id) => {
      // What an earlier call for the list may still bring holds the note.
      await queryClient.cancelQueries(patchNotesQuery)
      onDeleted(id)
      queryClient.setQueryData(patchNotesQuery.queryKey, (notes) =>
        notes?.filter((note) => note.id !== id),
      )
    },
  })
}
