import { Skeleton } from '@mantine/core'
import { deletePatchNote } from '@rollcall/contract/releases'
import { IconChevronDown, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { ConfirmDialog } from '#ui/dialogs.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { InstallerPanel } from './installer-panel.tsx'
import { Markdown } from './markdown.tsx'
import { afterDeletion, type Chosen, openNotes, toggleNote } from './open-notes.ts'
import { type PatchNote, patchNotesQuery } from './queries.ts'
import classes from './releases-page.module.css'
import { texts } from './texts.ts'

interface ReleasesPageProps {
  readonly setup: ReactNode
}

export function ReleasesPage({ setup }: ReleasesPageProps) {
  return (
    <>
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      <div className={classes.parts}>
        <div className={classes.installer}>
          <InstallerPanel />
        </div>
        <div className={classes.setup}>{setup}</div>
        <div className={classes.notes}>
          <PatchNotes />
        </div>
      </div>
    </>
  )
}

const SKELETONS = [1, 2, 3]

function PatchNotes() {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: user } = useQuery(currentUserQuery)
  const { data: notes, error, isPending, refetch } = useQuery(patchNotesQuery)
  const [chosen, setChosen] = useState<Chosen>(null)
  const [asked, setAsked] = useState<PatchNote | null>(null)
  const deleting = useDeletion((deletedId) => {
    setChosen(afterDeletion(open, { ids, deletedId }))
    // The pressed button is gone.
    heading.current?.focus()
  })

  const ids = notes?.map(({ id }) => id) ?? []
  const open = openNotes(chosen, ids)
  const isAdmin = user?.isAdmin === true
  return (
    <section className={classes.noteSection} aria-labelledby={titleId} aria-busy={isPending}>
      <div className={cards.head}>
        <h2
          ref={heading}
          id={titleId}
          tabIndex={-1}
          className={`${cards.title} ${classes.sectionHeading}`}
        >
          {texts.notes.title}
        </h2>
        {isAdmin && (
          <ButtonLink
            to="/admin/create-patch-notes"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {texts.notes.create}
          </ButtonLink>
        )}
      </div>
      {isPending && (
        <Loading>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="4rem" radius="lg" />
          ))}
        </Loading>
      )}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {notes?.length === 0 && <p className={classes.empty}>{texts.notes.none}</p>}
      <ul className={`${cards.list} ${classes.list}`}>
        {notes?.map((note) => (
          <li key={note.id}>
            <PatchNoteItem
              note={note}
              isOpen={open.has(note.id)}
              onToggle={() => setChosen(toggleNote(open, note.id))}
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
        title={texts.notes.deleteTitle}
        text={texts.notes.deleteQuestion}
        confirmLabel={texts.notes.delete}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null)
          if (asked !== null && !deleting.isPending) {
            deleting.mutate(asked.id)
          }
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
        // Another admin was quicker: the note is gone, as it should be.
        if (!(error instanceof ApiError && error.status === 404)) {
          throw error
        }
      }
    },
    onSuccess: async (_, id) => {
      // An earlier call for the list may still return the note.
      await queryClient.cancelQueries(patchNotesQuery)
      onDeleted(id)
      queryClient.setQueryData(patchNotesQuery.queryKey, (notes) =>
        notes?.filter((note) => note.id !== id),
      )
    },
  })
}

interface PatchNoteItemProps {
  readonly note: PatchNote
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly isDeleting: boolean
  /** null: this person may neither delete nor edit. */
  readonly onDelete: (() => void) | null
}

function PatchNoteItem(props: PatchNoteItemProps) {
  const { note, isOpen, onToggle, isDeleting, onDelete } = props
  const id = useId()
  const titleId = `${id}title`
  const contentId = `${id}content`
  return (
    <article className={`${cards.card} ${classes.note}`} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 className={classes.heading}>
          <button
            id={titleId}
            type="button"
            className={classes.title}
            aria-expanded={isOpen}
            aria-controls={contentId}
            onClick={onToggle}
          >
            <IconChevronDown className={classes.chevron} size={20} aria-hidden />
            <bdi>{note.title}</bdi>
          </button>
        </h3>
        {note.createdAt !== undefined && (
          <time className={classes.date} dateTime={note.createdAt}>
            {formatDay(note.createdAt)}
          </time>
        )}
        {onDelete && (
          <div className={classes.actions}>
            <ButtonLink
              to={`/admin/create-patch-notes?id=${note.id}`}
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-describedby={titleId}
            >
              {texts.notes.edit}
            </ButtonLink>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconTrash size={16} aria-hidden />}
              aria-describedby={titleId}
              loading={isDeleting}
              onClick={onDelete}
            >
              {texts.notes.delete}
            </Button>
          </div>
        )}
      </div>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {isOpen && <NoteContent text={note.content} />}
      </div>
    </article>
  )
}

function NoteContent({ text }: { readonly text: string }) {
  return text.trim() === '' ? (
    <p className={classes.blank}>{texts.notes.blank}</p>
  ) : (
    <Markdown text={text} />
  )
}
