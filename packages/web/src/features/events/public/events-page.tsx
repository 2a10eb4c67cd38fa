import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { EventLines, type ListedEvent } from '#ui/board/event-lines.tsx'
import { Stack } from '#ui/layout/layout.tsx'
import layout from '#ui/page.module.css'
import { PageButtons, useTotalPages } from '#ui/page-buttons.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Panel } from '#ui/panel.tsx'
import { EmptyState, LoadError, Loading } from '#ui/states.tsx'
import classes from './events-page.module.css'
import { publicEventsQuery } from './queries.ts'
import { texts } from './texts.ts'

/** Listed events for everybody. The page of the past ones is in the address. */
export function EventsPage() {
  const [search] = useSearchParams()
  const page = pageFrom(search)
  const answer = useQuery(publicEventsQuery(page))
  const { data, error, refetch } = answer
  const totalPages = useTotalPages(answer, { list: 'past', page })
  const hasPages = totalPages > 1 || page > 1
  const isEmpty =
    data !== undefined && data.now.length + data.soon.length === 0 && data.totalPages === 0
  return (
    <Stack className={layout.page}>
      <PageHeading title={texts.title}>{texts.lead}</PageHeading>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="10rem" radius="lg" />
          <Skeleton height="10rem" radius="lg" />
          <Skeleton height="24rem" radius="lg" />
        </Loading>
      )}
      {isEmpty && <EmptyState message={texts.none}>{texts.noneHint}</EmptyState>}
      {data && !isEmpty && (
        <>
          <EventPanel title={texts.now} events={data.now} none={texts.nothingNow} />
          <EventPanel title={texts.soon} events={data.soon} none={texts.nothingSoon} />
        </>
      )}
      {!isEmpty && (data || (error && hasPages)) && (
        <Panel title={texts.past}>
          {data && <Events title={texts.past} events={data.past} none={texts.nothingPast} />}
          {hasPages && <PagesOfPast page={page} totalPages={totalPages} />}
        </Panel>
      )}
    </Stack>
  )
}

const MAX_PAGE = 999_999_999

/** Every address gives a page: meaningless values count as the first. */
function pageFrom(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1
}

interface EventPanelProps {
  readonly title: string
  readonly events: readonly ListedEvent[]
  readonly none: string
}

function EventPanel(props: EventPanelProps) {
  return (
    <Panel title={props.title}>
      <Events {...props} />
    </Panel>
  )
}

function Events({ title, events, none }: EventPanelProps) {
  return events.length === 0 ? (
    <p className={classes.none}>{none}</p>
  ) : (
    <EventLines label={title} events={events} />
  )
}

interface PagesOfPastProps {
  readonly page: number
  readonly totalPages: number
}

function PagesOfPast({ page, totalPages }: PagesOfPastProps) {
  const navigate = useNavigate()
  return (
    <PageButtons
      label={texts.pages}
      page={page}
      totalPages={totalPages}
      onPage={(next) =>
        void navigate({ search: next === 1 ? '' : `?page=${next}` }, { preventScrollReset: true })
      }
    />
  )
}
