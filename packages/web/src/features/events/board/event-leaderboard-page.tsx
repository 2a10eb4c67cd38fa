import type { EventSummary } from '@rollcall/contract/events'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { ShowView } from '@rollcall/contract/show-view'
import type { RacerLabel } from '@rollcall/scoring/racer'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { sentenceOf } from '#api/api-error.ts'
import { currentUserQuery } from '#api/current-user.ts'
import { useLive } from '#api/live.ts'
import { RowList } from '#ui/board/row-list.tsx'
import { formatDays } from '#ui/format-instant.ts'
import { alignedFormat } from '#ui/format-number.ts'
import { Fact, Head } from '#ui/head.tsx'
import { eventAddress } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import { BackLink } from '#ui/page-heading.tsx'
import { PlannedShow } from '#ui/planned-show.tsx'
import { EmptyState, LoadError } from '#ui/states.tsx'
import { DeleteButton } from '../delete-button.tsx'
import { eventBoardQuery, eventSummaryQuery } from '../queries.ts'
import { texts as shared } from '../texts.ts'
import classes from './event-leaderboard-page.module.css'
import { type EventLeaderboardView, eventViewFromSearch } from './event-leaderboard-view.ts'
import { LoadingBoard, OpenBoard } from './open-board.tsx'
import { texts } from './texts.ts'
import { useEventBoard } from './use-event-board.ts'

interface EventLeaderboardPageProps {
  /** Draws the button of a racer's row, once the row is revealed. Must not change. */
  readonly rowAction: (racer: RacerLabel) => ReactNode
}

export function EventLeaderboardPage({ rowAction }: EventLeaderboardPageProps) {
  const { eventId = '' } = useParams()
  const [search] = useSearchParams()
  const view = eventViewFromSearch(search)
  const loaded = useEventBoard(eventId, view.streamer)
  const { board, sealed, isPending, error } = loaded
  const { data: user } = useQuery(currentUserQuery)
  const hasAnswer = board !== null || sealed !== null
  const summary = useQuery({ ...eventSummaryQuery(eventId), enabled: hasAnswer })
  const event = summary.data
  // The name and its buttons would move the board.
  const isWaiting = isPending || summary.isLoading
  const [below, setBelow] = useState<HTMLElement | null>(null)

  return (
    <>
      <div className={classes.page}>
        <BackLink
          to={
            event?.eventSeries
              ? addressOf(PAGES.manageSeries, { id: event.eventSeries.id })
              : PAGES.myEvents.path
          }
        >
          {event?.eventSeries ? shared.backToSeries : shared.backToEvents}
        </BackLink>
        <Head
          kind={texts.title}
          heading="kind"
          // Keeps its line until it is known.
          name={event?.name ?? '\u00a0'}
          share={event?.publicToken ? eventAddress(event.publicToken) : undefined}
          next={
            event &&
            user?.isAdmin && (
              <DeleteButton
                kind="event"
                id={eventId}
                name={event.name}
                next={PAGES.myEvents.path}
              />
            )
          }
        >
          {event ? <EventFacts event={event} /> : '\u00a0'}
        </Head>
        {error && hasAnswer && <Notice message={sentenceOf(error)} onRetry={loaded.retry} />}
        {error && !hasAnswer && <LoadError error={error} onRetry={loaded.retry} />}
        {isWaiting && !error && <LoadingBoard />}
        {sealed && !isWaiting && <SealedBoard view={sealed} streamer={view.streamer ?? 'own'} />}
        {!sealed && !isWaiting && (board || !error) && (
          <OpenBoard
            key={eventId}
            eventId={eventId}
            loaded={loaded}
            view={view}
            canManage={event?.canManage ?? false}
            held={event?.held ?? []}
            isOpen={event?.isOpen ?? false}
            shared={event?.isShowOver && event.publicToken ? event : null}
            // To racers an open board is no secret.
            canShowAll={event !== undefined && (event.isShowOver || event.isRacer)}
            rowAction={rowAction}
            below={below}
          />
        )}
      </div>
      <div ref={setBelow} className={classes.below} />
    </>
  )
}

function EventFacts({ event }: { readonly event: EventSummary }) {
  return (
    <>
      <Fact>{formatDays(event.startAt, event.endAt)}</Fact>
      {event.eventSeries && (
        <Fact>
          <bdi>{event.eventSeries.name}</bdi>
        </Fact>
      )}
      {event.showAt != null && Date.parse(event.showAt) > Date.now() && (
        <Fact>
          <PlannedShow showAt={event.showAt} />
        </Fact>
      )}
      {event.publicToken && (
        <Fact>
          <Link to={eventAddress(event.publicToken)}>{texts.publicPage}</Link>
        </Fact>
      )}
    </>
  )
}

interface SealedBoardProps {
  readonly view: ShowView
  /** The streamer whose board was asked for. */
  readonly streamer: NonNullable<EventLeaderboardView['streamer']> | 'own'
}

/** What a participant sees of a sealed event: only what its show has uncovered. */
function SealedBoard({ view, streamer }: SealedBoardProps) {
  const { eventId = '' } = useParams()
  const client = useQueryClient()
  const { queryKey } = eventBoardQuery(eventId, { streamer, page: 1 })
  useLive(`participants/event:${Number(eventId)}`, queryKey, (next) => {
    void client.cancelQueries({ queryKey, exact: true })
    client.setQueryData(queryKey, () => ({ isSealed: true as const, view: next }))
  })
  return (
    <>
      <EmptyState message={texts.sealed.title}>{texts.sealed.hint}</EmptyState>
      <RowList
        label={texts.sealed.uncovered}
        rows={view.rows}
        formatPoints={alignedFormat(view.rows.map(({ event_points }) => event_points))}
      />
    </>
  )
}
