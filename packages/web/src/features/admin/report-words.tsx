/** What a report says: about whom, by whom, and what became of it. */
import type { Report } from '@rollcall/contract/admin-reports'
import type { ReactNode } from 'react'
import { Sentence } from '#texts/sentence.tsx'
import { formatInstant } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { NameLink, RacerLink, StreamerLink } from '#ui/links.tsx'
import { ScrollRegion } from '#ui/panel.tsx'
import { seasonName } from '#ui/season-name.ts'
import { streamerName } from '#ui/streamer-name.ts'
import cardClasses from './report-card.module.css'
import { reportTexts } from './report-texts.ts'
import { texts } from './texts.ts'

const { reports } = texts

interface ReportedProps {
  readonly subject: Report['subject']
  readonly children: ReactNode
}

/** The reported channel or racer. */
export function Reported({ subject: { kind, channel, name }, children }: ReportedProps) {
  return kind !== 'leaderboard' ? (
    <RacerLink racer={{ racer_name: name }}>{children}</RacerLink>
  ) : (
    <StreamerLink channel={channel}>{children}</StreamerLink>
  )
}

/** Where the reported row is; only a deleted event has no page. */
export function Place({ subject }: Pick<ReportedProps, 'subject'>) {
  const place = <bdi>{placeOf(subject)}</bdi>
  return subject.path === null ? <>{place}</> : <NameLink to={subject.path}>{place}</NameLink>
}

export function placeOf({ season, where, path }: Report['subject']): string {
  if (path === null) {
    return reports.deletedEvent
  }
  return season === null ? where : seasonName(season)
}

/** What somebody says is wrong with the row. */
export const reasonOf = ({ subject, reason }: Report): string =>
  subject.kind === 'off-boards' ? reports.offBoards : reportTexts.reasons[reason]

export const placeText = ({ subject }: Report): string =>
  subject.kind === 'off-boards' ? reports.onBoards : reports.place

export function ReportWords({ report }: { readonly report: Report }) {
  const { reporter, details, createdAt, decision, state } = report
  return (
    <>
      <Quiet>
        <Sentence
          text={reports.reportedBy}
          parts={{
            reporter: <bdi>{streamerName(reporter)}</bdi>,
            date: <time dateTime={createdAt}>{formatInstant(createdAt)}</time>,
          }}
        />
      </Quiet>
      {details !== '' && (
        <ScrollRegion
          className={cardClasses.details}
          label={reports.whatWasWritten(streamerName(reporter))}
        >
          <blockquote dir="auto">{details}</blockquote>
        </ScrollRegion>
      )}
      {decision && (
        <Stack gap="2xs" className={cardClasses.decision}>
          <Quiet>
            <Sentence
              text={state === 'resolved' ? reports.resolvedBy : reports.dismissedBy}
              parts={{
                admin: <bdi>{decision.by}</bdi>,
                date: <time dateTime={decision.at}>{formatInstant(decision.at)}</time>,
              }}
            />
          </Quiet>
          {decision.answer !== null && (
            <Quiet>
              <Sentence text={reports.answered} parts={{ answer: <bdi>{decision.answer}</bdi> }} />
            </Quiet>
          )}
          {decision.note !== '' && (
            <p className={cardClasses.note} dir="auto">
              {decision.note}
            </p>
          )}
        </Stack>
      )}
    </>
  )
}
