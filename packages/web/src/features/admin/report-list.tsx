import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { Report, ReportState } from '@rollcall/contract/admin-reports'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '#ui/notice.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import classes from './admin-list.module.css'
import { reportsQuery } from './queries.ts'
import { ReportCard } from './report-card.tsx'
import { type Decision, ReportDecision } from './report-decision.tsx'
import type { ReportsView } from './reports-view.ts'

const CHOICES: readonly { state: ReportState; label: string; empty: string }[] = [
  { state: 'open', label: 'Open', empty: 'No open reports. All is well.' },
  { state: 'resolved', label: 'Resolved', empty: 'No report has been resolved.' },
  { state: 'dismissed', label: 'Dismissed', empty: 'No report has been dismissed.' },
]

interface ReportListProps {
  readonly view: ReportsView
  readonly onShow: (part: Partial<ReportsView>) => void
}

export function ReportList({ view: { state, page }, onShow }: ReportListProps) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    reportsQuery({ state, page }),
  )
  const [asked, setAsked] = useState<Decision | null>(null)
  const [decided, setDecided] = useState<Report | null>(null)
  const choices = CHOICES.map((choice) => ({ ...choice, count: data?.counts[choice.state] }))
  const isBusy = isPending || isPlaceholderData
  // Of another state, old rows under the new heading would be a lie.
  const reports = data?.data.filter((report) => report.state === state)
  return (
    <section className={classes.section} aria-label="Reports">
      <ToggleButtons
        label="State"
        isSmall
        choices={choices}
        chosen={choices.find((choice) => choice.state === state) ?? null}
        onChoose={(choice) => onShow({ state: choice.state, page: 1 })}
      />
      {error && <Notice message={`Error: ${error.message}`} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">{isBusy && !error ? 'Loading...' : ''}</VisuallyHidden>
      <p role="status" className={classes.done}>
        {decided && (
          <>
            <IconCheck size={18} aria-hidden />
            The report of {decided.subject.name} is {decided.state}.
          </>
        )}
      </p>
      {isBusy && !error && !reports?.length && (
        <div className={classes.loading} aria-hidden="true">
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
        </div>
      )}
      {!isBusy && reports?.length === 0 && (
        <p className={classes.empty}>
          {page > 1
            ? 'Nothing on this page any more.'
            : choices.find((it) => it.state === state)?.empty}
        </p>
      )}
      {reports && reports.length > 0 && (
        <ul className={classes.list} aria-busy={isBusy} data-busy={isBusy || undefined}>
          {reports.map((report) => (
            <ReportCard
              key={report.id}
              report={report}
              onDecide={(verdict) => {
                setDecided(null)
                setAsked({ report, verdict })
              }}
            />
          ))}
        </ul>
      )}
      {data && (page > 1 || data.totalPages > 1) && (
        <div className={classes.pages}>
          <PageButtons
            label="Pages of reports"
            page={page}
            totalPages={data.totalPages}
            onPage={(next) => onShow({ page: next })}
          />
        </div>
      )}
      <ReportDecision
        asked={asked}
        onClose={() => setAsked(null)}
        onDecided={(report) => {
          setAsked(null)
          setDecided(report)
        }}
      />
    </section>
  )
}
