/** One report: what the reported row is made of, and what an admin can do about it. */
import { Skeleton } from '@mantine/core'
import type { getReport } from '@rollcall/contract/admin-reports'
import { PAGES } from '@rollcall/contract/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Answer } from '#api/call-api.ts'
import { Sentence } from '#texts/sentence.tsx'
import { Button } from '#ui/button.tsx'
import cards from '#ui/cards.module.css'
import { Quiet, Row, Stack } from '#ui/layout/layout.tsx'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { BackLink, PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from './admin-list.module.css'
import { reportAddress } from './page-addresses.ts'
import { reloadReports, reportQuery } from './queries.ts'
import { Objection, Reopening, ReportedNames } from './report-acts.tsx'
import cardClasses from './report-card.module.css'
import { type Decision, ReportDecision } from './report-list.tsx'
import { Place, placeText, Reported, ReportWords, reasonOf } from './report-words.tsx'
import { ReportedGames, ReportedSnapshots } from './reported-games.tsx'
import { texts } from './texts.ts'

const { reports } = texts

type ReportDetails = Answer<typeof getReport>

interface ReportPageProps {
  readonly id: number
  readonly gamesPage: number
}

export function ReportPage({ id, gamesPage }: ReportPageProps) {
  const answer = useQuery(reportQuery({ id, page: gamesPage }))
  const { data, error, isPending, refetch } = answer
  const totalPages = useTotalPages(answer, { list: String(id), page: gamesPage })
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Decision | null>(null)
  const reload = () => reloadReports(queryClient)
  const report = data?.report
  const pages = <PagesOfGames id={id} page={gamesPage} totalPages={totalPages} />
  return (
    <>
      <BackLink to={PAGES.userReports.path}>{reports.back}</BackLink>
      <PageHeading title={report?.subject.name ?? reports.kind}>
        {report && (
          <>
            <Reported subject={report.subject}>
              <bdi>{report.subject.name}</bdi>
            </Reported>{' '}
            <Sentence
              text={placeText(report)}
              parts={{ place: <Place subject={report.subject} /> }}
            />
            {` · ${reasonOf(report)}`}
          </>
        )}
      </PageHeading>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {error && !data && pages}
      {isPending && !error && (
        <Loading className={classes.loading}>
          <Skeleton height="7rem" />
          <Skeleton height="14rem" />
        </Loading>
      )}
      {report && (
        <Stack>
          <DecisionCard report={report} onAsk={setAsked} onReopened={reload} />
          {data.snapshots.length > 0 && <ReportedSnapshots snapshots={data.snapshots} />}
          {data.names.length > 0 && (
            <ReportedNames names={data.names} reportId={id} onChanged={reload} />
          )}
          {data.offBoards && (
            <Objection report={report} offBoards={data.offBoards} onChanged={reload} />
          )}
          {report.subject.kind !== 'off-boards' && (
            <GamesPanel details={data} pages={pages} onChanged={reload} />
          )}
        </Stack>
      )}
      <ReportDecision
        asked={asked}
        onClose={() => setAsked(null)}
        onDecided={() => {
          setAsked(null)
          void reload()
        }}
      />
    </>
  )
}

interface DecisionCardProps {
  readonly report: ReportDetails['report']
  readonly onAsk: (decision: Decision) => void
  readonly onReopened: () => Promise<unknown>
}

/** What was reported, and the decision or the way to one. */
function DecisionCard({ report, onAsk, onReopened }: DecisionCardProps) {
  return (
    <Stack gap="xs" className={`${cards.card} ${cardClasses.card}`}>
      <ReportWords report={report} />
      {report.state !== 'open' && <Reopening id={report.id} onDone={onReopened} />}
      {report.state === 'open' && (
        <Row gap="xs" align="stretch" className={cardClasses.actions}>
          <Button size="xs" onClick={() => onAsk({ report, verdict: 'resolved' })}>
            {reports.resolve}
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => onAsk({ report, verdict: 'dismissed' })}
          >
            {reports.dismiss}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

interface GamesPanelProps {
  readonly details: ReportDetails
  readonly pages: ReactNode
  readonly onChanged: () => Promise<unknown>
}

/** The games that the reported row is made of. */
function GamesPanel({ details, pages, onChanged }: GamesPanelProps) {
  return (
    <Panel title={reports.games}>
      {details.games.length === 0 ? (
        <Quiet>{reports.noGames}</Quiet>
      ) : (
        <ReportedGames games={details.games} report={details.report} onChanged={onChanged} />
      )}
      {pages}
    </Panel>
  )
}

interface PagesOfGamesProps {
  readonly id: number
  readonly page: number
  readonly totalPages: number
}

function PagesOfGames({ id, page, totalPages }: PagesOfGamesProps) {
  const navigate = useNavigate()
  return (
    totalPages > 1 && (
      <PageButtons
        label={reports.gamesPages}
        page={page}
        totalPages={totalPages}
        onPage={(next) => void navigate(`${reportAddress(id)}&page=${next}`)}
      />
    )
  )
}
