import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ApiError } from '#api/api-error.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './patch-note-form.module.css'
import { PatchNoteForm } from './patch-note-form.tsx'
import { patchNoteQuery } from './queries.ts'

/** A new patch note, or the one with the id of the address. */
export function PatchNotePage() {
  const id = useSearchParams()[0].get('id')
  return (
    <>
      <BackLink to="/download">Back to Download</BackLink>
      <PageHeading title={id === null ? 'Create Patch Note' : 'Edit Patch Note'}>
        Shown on the download page to everybody who is signed in, newest first.
      </PageHeading>
      {id === null ? <PatchNoteForm key="new" note={null} /> : <LoadedNote key={id} id={id} />}
    </>
  )
}

function LoadedNote({ id }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useQuery(patchNoteQuery(id))
  if (data) return <PatchNoteForm note={data} />
  if (isPending) {
    return (
      <>
        <VisuallyHidden role="status">Loading...</VisuallyHidden>
        <div className={classes.form} aria-hidden="true">
          <Skeleton height="3.75rem" />
          <Skeleton height="500px" className={classes.loading ?? ''} />
        </div>
      </>
    )
  }
  // Asking again helps unless it is not there.
  const isAbsent = error instanceof ApiError && [400, 404].includes(error.status ?? 0)
  return (
    <Notice
      message={isAbsent ? 'There is no such patch note.' : `Error: ${error?.message}`}
      {...(!isAbsent && { onRetry: () => void refetch() })}
    />
  )
}
