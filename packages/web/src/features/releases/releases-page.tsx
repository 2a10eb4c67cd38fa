import type { ReactNode } from 'react'
import { PageHeading } from '#ui/page-heading.tsx'
import { InstallerPanel } from './installer-panel.tsx'
import { PatchNotes } from './patch-notes.tsx'
import classes from './releases-page.module.css'

interface ReleasesPageProps {
  /** What the streamer needs to set the companion up. */
  readonly setup: ReactNode
}

/** The companion: the program, what is new in it, and how it is set up. */
export function ReleasesPage({ setup }: ReleasesPageProps) {
  return (
    <>
      <PageHeading title="Download Latest Version">
        The companion runs beside the game on the streamer's computer and sends the results here.
      </PageHeading>
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
