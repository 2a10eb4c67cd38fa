import { Skeleton } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
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
import { Following } from '#ui/following.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading, Nothing } from '#ui/states.tsx'
import { InstallerPanel } from './installer-panel.tsx'
import { Markdown } from './markdown.tsx'
import { afterDeletion, type Chosen, openNotes, toggleNote } from './open-notes.ts'
import { latestVersionQuery, type PatchNote, patchNotesQuery } from './queries.ts'
import classes from './releases-page.module.css'
import { texts } from './texts.ts'

interface ReleasesPageProps {
  readonly setup: ReactNode
  /** The setup has not loaded, and would move what is below it. */
  readonly isSetupWaiting: boolean
}

export function ReleasesPage({ setup, isSetupWaiting }: ReleasesPageProps) {
  const installers = useQuery(latestVersionQuery)
  const notes = useQuery(patchNotesQuery)
  return (
    <>
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      <div className={classes.parts}>
        <div className={classes.installer}>
          <InstallerPanel />
        </div>
        <Following
          className={classes.setup}
          isWaiting={installers.isPending || notes.isPending || isSetupWaiting}
        >
          {setup}
        </Following>
        <Following className={classes.notes} isWaiting={installers.isPending || isSetupWaiting}>
          <PatchNotes />
        </Following>
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
    <Stack
      as="section"
      className={classes.noteSection}
      aria-labelledby={titleId}
      aria-busy={isPending}
    >
      <Row gap="xs" justify="space-between" className={cards.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={`${cards.title}`}>
          {texts.notes.title}
        </h2>
        {isAdmin && (
          <ButtonLink
            to={PAGES.patchNote.path}
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {texts.notes.create}
          </ButtonLink>
        )}
      </Row>
      {isPending && (
        <Loading>
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="4rem" radius="lg" />
          ))}
        </Loading>
      )}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {notes?.length === 0 && <Nothing>{texts.notes.none}</Nothing>}
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
    </Stack>
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
      <Row gap="0/md" className={classes.head}>
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
          <Row wrap={false} gap="xs" align="stretch">
            <ButtonLink
              to={`${PAGES.patchNote.path}?id=${note.id}`}
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
          </Row>
        )}
      </Row>
      <div id={contentId} className={classes.content} hidden={!isOpen}>
        {isOpen && <NoteContent text={note.content} />}
      </div>
    </article>
  )
}

function NoteContent({ text }: { readonly text: string }) {
  return text.trim() === '' ? <Quiet>{texts.notes.blank}</Quiet> : <Markdown text={text} />
}
