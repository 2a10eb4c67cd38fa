import { Skeleton, TextInput } from '@mantine/core'
import { PAGES } from '@rollcall/contract/pages'
import {
  createPatchNote,
  MAX_PATCH_NOTE_TITLE_LENGTH,
  updatePatchNote,
} from '@rollcall/contract/releases'
import { isVisible } from '@rollcall/scoring/names'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { findSessionToken } from '#api/session.ts'
import { Button } from '#ui/button.tsx'
import forms from '#ui/form.module.css'
import { Row } from '#ui/layout/layout.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { MarkdownEditor } from './markdown-editor.tsx'
import { patchNoteQuery, patchNotesQuery } from './queries.ts'
import { texts } from './texts.ts'

export function PatchNotePage() {
  // An empty id means no id.
  const id = useSearchParams()[0].get('id') || null
  return (
    <>
      <BackLink to={PAGES.download.path}>{texts.note.back}</BackLink>
      <PageHeading title={id === null ? texts.note.create : texts.note.edit}>
        {texts.note.lead}
      </PageHeading>
      {id === null ? (
        <PatchNoteForm key="new" id={null} note={EMPTY} />
      ) : (
        <LoadedNote key={id} id={id} />
      )}
    </>
  )
}

function LoadedNote({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(patchNoteQuery(id))
  if (data) {
    return <PatchNoteForm id={id} note={data} />
  }
  if (error) {
    return <LoadError error={error} onRetry={() => void refetch()} />
  }
  return (
    <Loading className={forms.form}>
      <Skeleton height="3.75rem" />
      <Skeleton height="500px" />
    </Loading>
  )
}

interface Draft {
  readonly title: string
  readonly content: string
}

const EMPTY: Draft = { title: '', content: '' }

interface PatchNoteFormProps {
  /** null: a new note. */
  readonly id: string | null
  readonly note: Draft
}

function PatchNoteForm({ id, note }: PatchNoteFormProps) {
  const [saved] = useState(note)
  const [draft, setDraft] = useState(saved)
  const [isUntitled, setIsUntitled] = useState(false)
  const title = useRef<HTMLInputElement>(null)
  const { saving, isDone } = useSaving(id)

  const hasChanged = draft.title !== saved.title || draft.content !== saved.content
  return (
    <form
      className={forms.form}
      aria-label={texts.note.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (saving.isPending) {
          return
        }
        const isMissing = !isVisible(draft.title)
        setIsUntitled(isMissing)
        if (isMissing) {
          title.current?.focus()
        } else {
          saving.mutate(draft)
        }
      }}
    >
      <div className={forms.form} inert={saving.isPending}>
        <TextInput
          ref={title}
          label={texts.note.title}
          required
          withAsterisk={false}
          maxLength={MAX_PATCH_NOTE_TITLE_LENGTH}
          autoComplete="off"
          value={draft.title}
          error={isUntitled && texts.note.titleMissing}
          onChange={({ currentTarget: { value } }) => {
            setDraft((before) => ({ ...before, title: value }))
            setIsUntitled(false)
          }}
        />
        <MarkdownEditor
          label={texts.note.content}
          initialText={saved.content}
          text={draft.content}
          onChange={(content) => setDraft((before) => ({ ...before, content }))}
        />
      </div>
      {saving.isError && <Notice message={sentenceOf(saving.error)} />}
      <Row gap="sm/md">
        <Button type="submit" loading={saving.isPending}>
          {id === null ? texts.note.create : texts.note.update}
        </Button>
      </Row>
      <LeaveGuard
        // Without a session, the page must be left.
        wouldLose={() => hasChanged && !isDone.current && findSessionToken() !== null}
      />
    </form>
  )
}

function useSaving(id: string | null) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const isDone = useRef(false)
  const saving = useMutation({
    mutationFn: ({ title, content }: Draft) => {
      const body = { title, content }
      return id === null
        ? callApi(createPatchNote, { body })
        : callApi(updatePatchNote, { params: { id }, body })
    },
    onSuccess: () => {
      isDone.current = true
      void queryClient.invalidateQueries(patchNotesQuery)
      void navigate(PAGES.download.path)
    },
  })
  return { saving, isDone }
}
