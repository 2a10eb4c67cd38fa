import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './leaderboard-setup-page.module.css'
import { configurationQuery } from './queries.ts'
import { draftOf } from './setup-draft.ts'
import { SetupForm } from './setup-form.tsx'

interface LoadedSetupProps {
  readonly id: string
  readonly isAdmin: boolean
}

const SKELETONS = [1, 2, 3, 4]

export function LoadedSetup({ id, isAdmin }: LoadedSetupProps) {
  const { data, isPending, isError, error, refetch } = useQuery(configurationQuery(id))
  if (isError) {
    // Asking again helps unless it is not there, or not for this person.
    const isFinal = error instanceof ApiError && [400, 403, 404].includes(error.status ?? 0)
    return (
      <Notice
        message={`Error: ${isFinal ? error.sentence : error.message}`}
        {...(!isFinal && { onRetry: () => void refetch() })}
      />
    )
  }
  if (isPending) {
    return (
      <>
        <VisuallyHidden role="status">Loading...</VisuallyHidden>
        <div className={`${classes.columns} ${classes.loading}`} aria-hidden="true">
          {SKELETONS.map((number) => (
            <Skeleton key={number} height="24rem" radius="lg" />
          ))}
        </div>
      </>
    )
  }
  return (
    <SetupForm id={Number(id)} loaded={draftOf(data.config, data.isDefault)} isAdmin={isAdmin} />
  )
}
