import { Skeleton, VisuallyHidden } from '@mantine/core'
import { MAX_SEARCH_LENGTH } from '@rollcall/contract/endpoint'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { LookupField } from '#ui/lookup-field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import { useSettledText } from '#ui/use-settled-text.ts'
import classes from './admin-list.module.css'
import { AuditList, type UploadText } from './audit-list.tsx'
import { type AuditView, auditViewFrom, searchFromAuditView } from './page-addresses.ts'
import { auditLogQuery } from './queries.ts'
import { texts } from './texts.ts'

const { audit } = texts

const SEARCH_DELAY_MS = 400

const KINDS = [
  { kind: null, label: audit.everything },
  { kind: 'act', label: audit.adminActs },
  { kind: 'upload', label: audit.uploads },
] as const satisfies readonly { kind: AuditView['kind']; label: string }[]

interface AuditLogPageProps {
  /** The sentence of an upload that was not refused, from the texts of uploads. */
  readonly uploadText: UploadText
}

export function AuditLogPage({ uploadText }: AuditLogPageProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const view = auditViewFrom(search)
  const log = useInfiniteQuery(auditLogQuery(view))
  const entries = log.data?.pages.flatMap((page) => page.entries)
  const show = (next: AuditView, { replace = false } = {}) =>
    void navigate(
      { search: searchFromAuditView(next).toString() },
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
      <PageHeading title={audit.title}>{audit.lead}</PageHeading>
      <search className={classes.filters}>
        <ToggleButtons
          label={audit.kind}
          isSmall
          choices={KINDS}
          chosen={KINDS.find(({ kind }) => kind === view.kind) ?? null}
          onChoose={({ kind }) => show({ ...view, kind })}
        />
        <LookupField
          what={audit.clear}
          className={classes.filter ?? ''}
          aria-label={audit.user}
          placeholder={audit.lookupHint}
          maxLength={MAX_SEARCH_LENGTH}
          size="md"
          text={lookup.text}
          onText={lookup.setText}
        />
      </search>
      {log.error && !log.isFetchNextPageError && (
        <LoadError error={log.error} onRetry={() => void log.refetch()} />
      )}
      <VisuallyHidden role="status">
        {!isBusy &&
          entries &&
          (log.hasNextPage ? audit.someEntries(entries.length) : audit.entries(entries.length))}
      </VisuallyHidden>
      {log.isPending && !log.error && (
        <Loading className={classes.loading}>
          {KINDS.map(({ label }) => (
            <Skeleton key={label} height="5rem" />
          ))}
        </Loading>
      )}
      {!isBusy && entries?.length === 0 && (
        <p className={classes.empty}>
          {view.kind === null && view.username === '' ? audit.none : audit.noneFound}
        </p>
      )}
      {entries && entries.length > 0 && (
        <AuditList entries={entries} isBusy={isBusy} uploadText={uploadText} />
      )}
      {log.isFetchNextPageError && (
        <LoadError error={log.error} onRetry={() => void log.fetchNextPage()} />
      )}
      {log.hasNextPage && !log.isPlaceholderData && !log.isFetchNextPageError && (
        <div className={classes.older}>
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {audit.showOlder}
          </Button>
        </div>
      )}
    </>
  )
}
