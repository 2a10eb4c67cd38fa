import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './leaderboard-setup-page.module.css'
import { LoadedSetup } from './loaded-setup.tsx'
import { draftOf } from './setup-draft.ts'
import { SetupForm } from './setup-form.tsx'
import { MY_EVENTS_PATH } from './use-saving.ts'

/** A new configuration, or the one with the id of the address. */
export function LeaderboardSetupPage() {
  const { id } = useParams()
  const { data: user } = useQuery(currentUserQuery)
  const isAdmin = user?.isAdmin === true
  return (
    <>
      <Link to={MY_EVENTS_PATH} className={classes.back ?? ''}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden />
        Go Back to Event Lists
      </Link>
      <PageHeading title="Leaderboard Setup">
        What a place, a kill or a checkpoint is worth in an event.
      </PageHeading>
      {id === undefined ? (
        <SetupForm id={null} loaded={draftOf()} isAdmin={isAdmin} />
      ) : (
        <LoadedSetup key={id} id={id} isAdmin={isAdmin} />
      )}
    </>
  )
}
