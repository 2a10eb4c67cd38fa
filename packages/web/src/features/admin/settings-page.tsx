import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './admin-form.module.css'
import { settingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

const FIELDS = ['season', 'version', 'development season', 'development version']

export function SettingsPage() {
  const { data, error, isPending, refetch } = useQuery(settingsQuery)
  return (
    <>
      <PageHeading title="Settings">
        What the companion and every page go by. A change counts at once.
      </PageHeading>
      {error && <Notice message={`Error: ${error.message}`} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">{isPending && 'Loading...'}</VisuallyHidden>
      {(isPending || data) && (
        <Panel title="Current settings">
          {isPending && (
            <div className={classes.form} aria-hidden="true">
              {FIELDS.map((field) => (
                <Skeleton key={field} height="3.75rem" />
              ))}
            </div>
          )}
          {data && <SettingsForm settings={data} />}
        </Panel>
      )}
    </>
  )
}
