import { Skeleton, Textarea } from '@mantine/core'
import {
  decideReport,
  MAX_DECISION_NOTE_LENGTH,
  type Report,
  type ReportState,
} from '@rollcall/contract/admin-reports'
import { IconCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import badge from '#ui/badge.module.css'
import { Button, ButtonLink } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { DialogForm } from '#ui/dialogs.tsx'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { Modal } from '#ui/modal.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { ToggleButtons } from '#ui/toggle-buttons.tsx'
import classes from './admin-list.module.css'
import { type ReportsView, reportAddress } from './page-addresses.ts'
import { reloadReports, reportsQuery } from './queries.ts'
import cardClasses from './report-card.module.css'
import { Place, placeOf, placeText, Reported, ReportWords, reasonOf } from './report-words.tsx'
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
  const answer = useQuery(reportsQuery({ state, page }))
  const { data, error, isPending, isPlaceholderData, refetch } = answer
  const totalPages = useTotalPages(answer, { list: state, page })
  const [asked, setAsked] = useState<Decision | null>(null)
  const [decided, setDecided] = useState<Report | null>(null)
  const choices = CHOICES.map((choice) => ({ ...choice, count: data?.counts[choice.state] }))
  const isBusy = isPending || isPlaceholderData
  // Placeholder rows of another state would be wrong under the new heading.
  const shown = data?.data.filter((report) => report.state === state)
  return (
    <Stack as="section" className={classes.section} aria-label={reports.list}>
      <ToggleButtons
        label={reports.state}
        isSmall
        choices={choices}
        chosen={choices.find((choice) => choice.state === state) ?? null}
        onChoose={(choice) => onShow({ state: choice.state, page: 1 })}
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      <Row as="p" wrap={false} gap="xs" align="flex-start" role="status" className={classes.done}>
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
      </Row>
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
      {(page > 1 || totalPages > 1) && (
        <div className={classes.pages}>
          <PageButtons
            label={reports.pages}
            page={page}
            totalPages={totalPages}
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
    </Stack>
  )
}

type Verdict = 'resolved' | 'dismissed'

interface ReportCardProps {
  readonly report: Report
  readonly onDecide: (verdict: Verdict) => void
}

function ReportCard({ report, onDecide }: ReportCardProps) {
  const { id, subject, reporter, state } = report
  return (
    <Stack as="li" gap="xs" className={`${cards.card} ${cardClasses.card}`}>
      <Row gap="2xs/md" align="baseline" justify="space-between">
        <h3 className={cardClasses.subject}>
          <Reported subject={subject}>
            <bdi>{subject.name}</bdi>
          </Reported>
          <span className={cardClasses.where}>
            {' '}
            <Sentence text={placeText(report)} parts={{ place: <Place subject={subject} /> }} />
          </span>
        </h3>
        <span className={badge.badge} data-tone="warning">
          {reasonOf(report)}
        </span>
      </Row>
      <ReportWords report={report} />
      {state === 'open' && (
        <Quiet>
          <span>{reports.openTo[subject.kind]}</span> <span>{reports.close}</span>
        </Quiet>
      )}
      <Row gap="xs" align="stretch" className={cardClasses.actions}>
        <ButtonLink
          size="xs"
          to={reportAddress(id)}
          aria-label={reports.openReportAbout(subject.name, streamerName(reporter))}
        >
          {reports.openReport}
        </ButtonLink>
        {state === 'open' && (
          <>
            <Button
              variant="default"
              size="xs"
              aria-label={reports.resolveReportAbout(subject.name, streamerName(reporter))}
              onClick={() => onDecide('resolved')}
            >
              {reports.resolve}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={reports.dismissReportAbout(subject.name, streamerName(reporter))}
              onClick={() => onDecide('dismissed')}
            >
              {reports.dismiss}
            </Button>
          </>
        )}
      </Row>
    </Stack>
  )
}

export interface Decision {
  readonly report: Report
  readonly verdict: Verdict
}

interface ReportDecisionProps {
  readonly asked: Decision | null
  readonly onClose: () => void
  readonly onDecided: (report: Report) => void
}

export function ReportDecision({ asked, onClose, onDecided }: ReportDecisionProps) {
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
  const [answer, setAnswer] = useState('')
  // The sidebar counts the open ones.
  const reload = () => reloadReports(queryClient)
  const deciding = useMutation({
    mutationFn: () =>
      callApi(decideReport, {
        params: { id: String(report.id) },
        body: { state: verdict, note, answer },
      }),
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
      <Quiet>
        <Sentence
          text={reports.about}
          parts={{
            name: <bdi>{report.subject.name}</bdi>,
            place: <bdi>{placeOf(report.subject)}</bdi>,
            reporter: <bdi>{streamerName(report.reporter)}</bdi>,
          }}
        />
      </Quiet>
      <Textarea
        label={reports.note}
        description={reports.noteHint}
        rows={4}
        maxLength={MAX_DECISION_NOTE_LENGTH}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Textarea
        label={reports.answer}
        description={reports.answerHint}
        rows={3}
        maxLength={MAX_DECISION_NOTE_LENGTH}
        value={answer}
        onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
    </DialogForm>
  )
}
