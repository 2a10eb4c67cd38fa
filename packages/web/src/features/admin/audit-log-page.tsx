import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { LookupField } from '#ui/lookup-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './admin-list.module.css'
import { AuditList } from './audit-list.tsx'
import {
  type AuditView,
  searchFromView,
  USERNAME_MAX_LENGTH,
  viewFromSearch,
} from './audit-view.ts'
import { auditLogQuery } from './queries.ts'

const SEARCH_DELAY_MS = 400

const KINDS = [
  { kind: null, label: 'Everything' },
  { kind: 'act', label: 'Acts of admins' },
  { kind: 'upload', label: 'Uploads' },
] as const satisfies readonly { kind: AuditView['kind']; label: string }[]

export function AuditLogPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = viewFromSearch(search)
  const log = useInfiniteQuery(auditLogQuery(view))
  const entries = log.data?.pages.flatMap((page) => page.entries)
  const show = (next: AuditView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromView(next).toString() },
      { replace, preventScrollReset: true },
    )
  const lookup = useSettledText({
    value: view.username,
    delayMs: SEARCH_DELAY_MS,
    onSettle: (username) =>
      show({ ...view, username }, { replace: view.username !== '' && username !== '' }),
  })
  const isBusy = log.isPending || log.isPlaceholderData
  return (
    <>
      <PageHeading title="Audit Log">
        What admins did, and how every upload was decided. Newest first.
      </PageHeading>
      <search className={classes.filters}>
        <ToggleButtons
          label="Kind"
          isSmall
          choices={KINDS}
          chosen={KINDS.find(({ kind }) => kind === view.kind) ?? null}
          onChoose={({ kind }) => show({ ...view, kind })}
        />
        <LookupField
          what="user"
          className={classes.filter ?? ''}
          aria-label="User"
          placeholder="Search by user name"
          maxLength={USERNAME_MAX_LENGTH}
          size="md"
          text={lookup.text}
          onText={lookup.setText}
        />
      </search>
      {log.error && !log.isFetchNextPageError && (
        <Notice message={`Error: ${log.error.message}`} onRetry={() => void log.refetch()} />
      )}
      <VisuallyHidden role="status">
        {isBusy && !log.error
          ? 'Loading...'
          : entries
            ? `${entries.length} entries${log.hasNextPage ? ', and older ones' : ''}.`
            : ''}
      </VisuallyHidden>
      {log.isPending && !log.error && (
        <div className={classes.loading} aria-hidden="true">
          {KINDS.map(({ label }) => (
            <Skeleton key={label} height="5rem" />
          ))}
        </div>
      )}
      {!isBusy && entries?.length === 0 && (
        <p className={classes.empty}>
          {view.kind === null && view.username === ''
            ? 'Nothing has happened yet.'
            : 'Nothing like that has happened.'}
        </p>
      )}
      {entries && entries.length > 0 && <AuditList entries={entries} isBusy={isBusy} />}
      {log.isFetchNextPageError && (
        <Notice message={`Error: ${log.error.message}`} onRetry={() => void log.fetchNextPage()} />
      )}
      {log.hasNextPage && !log.isPlaceholderData && !log.isFetchNextPageError && (
        <div className={classes.older}>
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
    </>
  )
}
