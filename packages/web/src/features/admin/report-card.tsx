import { Button, VisuallyHidden } from '@mantine/core'
import { REPORT_REASON_LABELS, type Report } from '@rollcall/contract/admin-reports'
import { Link } from 'react-router'
import { formatInstant } from '#ui/format-instant.ts'
import classes from './report-card.module.css'

/** How a report can be decided. */
export type Verdict = 'resolved' | 'dismissed'

interface ReportCardProps {
  readonly report: Report
  readonly onDecide: (verdict: Verdict) => void
}

export function ReportCard({ report, onDecide }: ReportCardProps) {
  const { subject, reporter, reason, details, createdAt, decision, state } = report
  const about = (
    <VisuallyHidden>
      {' '}
      the report of {subject.name} by {reporter.username}
    </VisuallyHidden>
  )
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.subject}>
          <Link to={subject.path}>
            <bdi>{subject.name}</bdi>
          </Link>
          <span className={classes.where}>
            {' '}
            in <bdi>{subject.where}</bdi>
          </span>
        </h3>
        <span className={classes.reason}>{REPORT_REASON_LABELS[reason]}</span>
      </div>
      <p className={classes.byline}>
        Reported by <bdi>{reporter.username}</bdi>,{' '}
        <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
      </p>
      {details !== '' && (
        <blockquote className={classes.details} dir="auto">
          {details}
        </blockquote>
      )}
      {decision && (
        <div className={classes.decision}>
          <p className={classes.byline}>
            {state === 'resolved' ? 'Resolved' : 'Dismissed'} by <bdi>{decision.by}</bdi>,{' '}
            <time dateTime={decision.at}>{formatInstant(decision.at)}</time>
          </p>
          {decision.note !== '' && (
            <p className={classes.note} dir="auto">
              {decision.note}
            </p>
          )}
        </div>
      )}
      {state === 'open' && (
        <div className={classes.actions}>
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
