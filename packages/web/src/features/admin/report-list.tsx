import { Skeleton, Textarea } from '@mantine/core'
import {
  decideReport,
  MAX_DECISION_NOTE_LENGTH,
  type Report,
  type ReportState,
} from '@rollcall/contract/admin-reports'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import badge from '#ui/badge.module.css'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { DialogForm, Modal } from '#ui/dialogs.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { NameLink, RacerLink, StreamerLink } from '#ui/links.tsx'
import { PageButtons } from '#ui/page-buttons.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { LoadError, Loading } from '#ui/states.tsx'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import classes from './admin-list.module.css'
import type { ReportsView } from './page-addresses.ts'
import { REPORTS_KEY, reportsQuery } from './queries.ts'
import cardClasses from './report-card.module.css'
import { reportTexts } from './report-texts.ts'
import { texts } from './texts.ts'

const { reports } = texts

const CHOICES: readonly { state: ReportState; label: string; empty: string }[] = [
  { state: 'open', label: reports.open, empty: reports.noneOpen },
  { state: 'resolved', label: reports.resolved, empty: reports.noneResolved },
  { state: 'dismissed', label: reports.dismissed, empty: reports.noneDismissed },
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
  // Placeholder rows of another state would be wrong under the new heading.
  const shown = data?.data.filter((report) => report.state === state)
  return (
    <section className={classes.section} aria-label={reports.list}>
      <ToggleButtons
        label={reports.state}
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
            <span>
              <Sentence
                text={decided.state === 'resolved' ? reports.wasResolved : reports.wasDismissed}
                parts={{ name: <bdi>{decided.subject.name}</bdi> }}
              />
            </span>
          </>
        )}
      </p>
      {isBusy && !error && !shown?.length && (
        <Loading className={classes.loading}>
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
        </Loading>
      )}
      {!isBusy && shown?.length === 0 && (
        <p className={classes.empty}>
          {page > 1 ? reports.noneOnPage : choices.find((it) => it.state === state)?.empty}
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul
          className={`${cards.list} ${classes.list}`}
          aria-busy={isBusy}
          data-busy={isBusy || undefined}
        >
          {shown.map((report) => (
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
            label={reports.pages}
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

interface ReportedProps {
  readonly subject: Report['subject']
  readonly children: ReactNode
}

/** The reported channel or racer. */
function Reported({ subject: { kind, channel, name }, children }: ReportedProps) {
  return kind === 'event' ? (
    <RacerLink racer={{ racer_name: name }}>{children}</RacerLink>
  ) : (
    <StreamerLink channel={channel}>{children}</StreamerLink>
  )
}

/** Where the reported row is; only a deleted event has no page. */
function Place({ subject }: Pick<ReportedProps, 'subject'>) {
  const place = <bdi>{placeOf(subject)}</bdi>
  return subject.path === null ? place : <NameLink to={subject.path}>{place}</NameLink>
}

function placeOf({ season, where, path }: Report['subject']): string {
  if (path === null) {
    return reports.deletedEvent
  }
  return season === null ? where : seasonName(season)
}

type Verdict = 'resolved' | 'dismissed'

interface ReportCardProps {
  readonly report: Report
  readonly onDecide: (verdict: Verdict) => void
}

function ReportCard({ report, onDecide }: ReportCardProps) {
  const { subject, reporter, reason, details, createdAt, decision, state } = report
  return (
    <li className={`${cards.card} ${cardClasses.card}`}>
      <div className={cardClasses.head}>
        <h3 className={cardClasses.subject}>
          <Reported subject={subject}>
            <bdi>{subject.name}</bdi>
          </Reported>
          <span className={cardClasses.where}>
            {' '}
            <Sentence text={reports.place} parts={{ place: <Place subject={subject} /> }} />
          </span>
        </h3>
        <span className={badge.badge} data-tone="warning">
          {reportTexts.reasons[reason]}
        </span>
      </div>
      <p className={cardClasses.byline}>
        <Sentence
          text={reports.reportedBy}
          parts={{
            reporter: <bdi>{reporter.username}</bdi>,
            date: <time dateTime={createdAt}>{formatInstant(createdAt)}</time>,
          }}
        />
      </p>
      {details !== '' && (
        <ScrollRegion
          className={cardClasses.details}
          label={reports.whatWasWritten(reporter.username)}
        >
          <blockquote dir="auto">{details}</blockquote>
        </ScrollRegion>
      )}
      {decision && (
        <div className={cardClasses.decision}>
          <p className={cardClasses.byline}>
            <Sentence
              text={state === 'resolved' ? reports.resolvedBy : reports.dismissedBy}
              parts={{
                admin: <bdi>{decision.by}</bdi>,
                date: <time dateTime={decision.at}>{formatInstant(decision.at)}</time>,
              }}
            />
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
          <Button
            size="xs"
            aria-label={reports.resolveReportAbout(subject.name, reporter.username)}
            onClick={() => onDecide('resolved')}
          >
            {reports.resolve}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={reports.dismissReportAbout(subject.name, reporter.username)}
            onClick={() => onDecide('dismissed')}
          >
            {reports.dismiss}
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
  const title = asked?.verdict === 'resolved' ? reports.resolveReport : reports.dismissReport
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
      // Another admin was faster, or the report no longer exists.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) {
        void reload()
      }
    },
  })
  return (
    <DialogForm
      submitLabel={verdict === 'resolved' ? reports.resolve : reports.dismiss}
      isPending={deciding.isPending}
      problem={deciding.error && sentenceOf(deciding.error)}
      onSubmit={() => deciding.mutate()}
      onClose={onClose}
    >
      <p className={cardClasses.about}>
        <Sentence
          text={reports.about}
          parts={{
            name: <bdi>{report.subject.name}</bdi>,
            place: <bdi>{placeOf(report.subject)}</bdi>,
            reporter: <bdi>{report.reporter.username}</bdi>,
          }}
        />
      </p>
      <Textarea
        label={reports.note}
        description={reports.noteHint}
        rows={4}
        maxLength={MAX_DECISION_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </DialogForm>
  )
}
