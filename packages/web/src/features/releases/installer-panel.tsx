import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { LatestVersion } from '@rollcall/contract/releases'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { DownloadButton } from './download-button.tsx'
import { InstallerFacts } from './installer-facts.tsx'
import classes from './installer-panel.module.css'
import { latestVersionQuery } from './queries.ts'
import { latestFailureOf, NO_FILE_NAME, type ReleaseFailure } from './release-failure.ts'
import { RetryButton } from './retry-button.tsx'

/** The latest installer, and how to get it. */
export function InstallerPanel() {
  const { data, error, isPending, isFetching, refetch } = useQuery(latestVersionQuery)
  const failure = error ? latestFailureOf(error) : data ? failureIn(data) : null
  return (
    <Panel title="Companion for Windows">
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      <div className={classes.installer} aria-busy={isPending}>
        {isPending && (
          <div className={classes.loading} aria-hidden="true">
            <Skeleton height="3.25rem" width="min(22rem, 100%)" />
            <Skeleton height="1.25rem" width="min(16rem, 80%)" />
            <Skeleton height="3.75rem" />
          </div>
        )}
        {failure && (
          <RetryButton failure={failure} isTrying={isFetching} onRetry={() => void refetch()} />
        )}
        {!failure && data && 'fileName' in data && (
          <>
            <DownloadButton key={data.fileName} fileName={data.fileName} />
            <InstallerFacts installer={data} />
          </>
        )}
      </div>
    </Panel>
  )
}

function failureIn(answer: LatestVersion | { readonly error: string }): ReleaseFailure | null {
  if ('error' in answer) return { message: answer.error, detail: null }
  return answer.fileName === '' ? { message: NO_FILE_NAME, detail: null } : null
}
