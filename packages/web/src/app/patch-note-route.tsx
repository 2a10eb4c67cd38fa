import { useSearchParams } from 'react-router'
import { PatchNotePage } from '#features/releases/patch-note-page.tsx'
import { PageTitle } from './page-title.tsx'

/** One path for a new patch note and for one that is changed: the title says which it is. */
export function PatchNoteRoute() {
  const isNew = useSearchParams()[0].get('id') === null
  return (
    <>
      <PageTitle title={isNew ? 'Create Patch Note' : 'Edit Patch Note'} />
      <PatchNotePage />
    </>
  )
}
