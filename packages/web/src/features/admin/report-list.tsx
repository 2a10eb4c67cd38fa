import { Skeleton, Textarea, VisuallyHidden } from '@mantine/core'
import {
  decideReport,
  MAX_DECISION_NOTE_LENGTH,
  REPORT_REASON_LABELS,
  type Report,
  type ReportState,
} from '@rollcall/contract/admin-reports'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import badge from '#ui/badge.module.css'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { DialogForm, Modal } from '#ui/dialogs.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { PageButtons } from '#ui/page-buttons.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { LoadError, Loading } from '#ui/states.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import classes from './admin-list.module.css'
import type { ReportsView } from './page-addresses.ts'
import { REPORTS_KEY, reportsQuery } from './queries.ts'
import cardClasses from './report-card.module.css'

const CHOICES: readonly { state: ReportState; label: string; empty: string }[] = [
  { state: 'open', label: 'Open', empty: 'No open reports. All is well.' },
  { state: 'resolved', label: 'Resolved', empty: 'No report has been resolved.' },
  { state: 'dismissed', label: 'Dismissed', empty: 'No report has been dismissed.' },
]

function whereOf({ season, where }: Report['subject']): string {
  return season === null ? where : seasonName(season)
}

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
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <p role="status" className={classes.done}>
        {decided && (
          <>
            <IconCheck size={18} aria-hidden />
            The report of {decided.subject.name} is {decided.state}.
          </>
        )}
      </p>
      {isBusy && !error && !reports?.length && (
        <Loading className={classes.loading}>
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
        </Loading>
      )}
      {!isBusy && reports?.length === 0 && (
        <p className={classes.empty}>
          {page > 1
            ? 'Nothing is left on this page.'
            : choices.find((it) => it.state === state)?.empty}
        </p>
      )}
      {reports && reports.length > 0 && (
        <ul
          className={`${cards.list} ${classes.list}`}
          aria-busy={isBusy}
          data-busy={isBusy || undefined}
        >
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

type Verdict = 'resolved' | 'dismissed'

interface ReportCardProps {
  readonly report: Report
  readonly onDecide: (verdict: Verdict) => void
}

function ReportCard({ report, onDecide }: ReportCardProps) {
  const { subject, reporter, reason, details, createdAt, decision, state } = report
  const about = (
    <VisuallyHidden>
      {' '}
      the report of {subject.name} by {reporter.username}
    </VisuallyHidden>
  )
  return (
    <li className={`${cards.card} ${cardClasses.card}`}>
      <div className={cardClasses.head}>
        <h3 className={cardClasses.subject}>
          {subject.path === null ? (
            <bdi>{subject.name}</bdi>
          ) : (
            <Link to={subject.path}>
              <bdi>{subject.name}</bdi>
            </Link>
          )}
          <span className={cardClasses.where}>
            {' '}
            in <bdi>{whereOf(subject)}</bdi>
          </span>
        </h3>
        <span className={badge.badge} data-tone="warning">
          {REPORT_REASON_LABELS[reason]}
        </span>
      </div>
      <p className={cardClasses.byline}>
        Reported by <bdi>{reporter.username}</bdi>,{' '}
        <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
      </p>
      {details !== '' && (
        <ScrollRegion className={cardClasses.details} label={`What ${reporter.username} wrote`}>
          <blockquote dir="auto">{details}</blockquote>
        </ScrollRegion>
      )}
      {decision && (
        <div className={cardClasses.decision}>
          <p className={cardClasses.byline}>
            {state === 'resolved' ? 'Resolved' : 'Dismissed'} by <bdi>{decision.by}</bdi>,{' '}
            <time dateTime={decision.at}>{formatInstant(decision.at)}</time>
          </p>
          {decision.note !== '' && (
            <p className={cardClasses.note} dir="auto">
              {decision.note}
            </p>
          )}
        </div>
      )}
      {state === 'open' && (
        <div className={cardClasses.actions}>
          <Button size="xs" onClick={() => onDecide('resolved')}>
            Resolve{about}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDecide('dismissed')}>
            Dismiss{about}
          </Button>
        </div>
      )}
    </li>
  )
}

interface Decision {
  readonly report: Report
  readonly verdict: Verdict
}

interface ReportDecisionProps {
  readonly asked: Decision | null
  readonly onClose: () => void
  readonly onDecided: (report: Report) => void
}

function ReportDecision({ asked, onClose, onDecided }: ReportDecisionProps) {
  const title = asked?.verdict === 'resolved' ? 'Resolve report' : 'Dismiss report'
  return (
    <Modal isOpen={asked !== null} title={title} onClose={onClose}>
      {asked && <DecisionForm decision={asked} onClose={onClose} onDecided={onDecided} />}
    </Modal>
  )
}

interface DecisionFormProps extends Pick<ReportDecisionProps, 'onClose' | 'onDecided'> {
  readonly decision: Decision
}

function DecisionForm({ decision: { report, verdict }, onClose, onDecided }: DecisionFormProps) {
  const queryClient = useQueryClient()
  const [note, setNote] = useState('')
  const reload = () => queryClient.invalidateQueries({ queryKey: REPORTS_KEY })
  const deciding = useMutation({
    mutationFn: () =>
      callApi(decideReport, { params: { id: String(report.id) }, body: { state: verdict, note } }),
    onSuccess: (decided) => {
      void reload()
      onDecided(decided)
    },
    onError: (error) => {
      // Somebody else was faster, or it no longer exists.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        void reload()
      }
    },
  })
  return (
    <DialogForm
      submitLabel={verdict === 'resolved' ? 'Resolve' : 'Dismiss'}
      isPending={deciding.isPending}
      problem={deciding.error && sentenceOf(deciding.error)}
      onSubmit={() => deciding.mutate()}
      onClose={onClose}
    >
      <p className={cardClasses.about}>
        <bdi>{report.subject.name}</bdi> in <bdi>{whereOf(report.subject)}</bdi>, reported by{' '}
        <bdi>{report.reporter.username}</bdi>
      </p>
      <Textarea
        label="Note"
        description="For admins only; may stay empty."
        rows={4}
        maxLength={MAX_DECISION_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </DialogForm>
  )
}
