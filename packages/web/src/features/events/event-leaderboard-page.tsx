import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { BoardStage } from './board-stage.tsx'
import classes from './event-leaderboard-page.module.css'
import { viewFromSearch } from './event-leaderboard-view.ts'
import { boardEventQuery, eventBoardsQuery } from './queries.ts'

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

interface EventLeaderboardPageProps {
  /** What somebody can do with a racer's row, once it is revealed; keep its identity. */
  readonly rowAction: (racerName: string) => ReactNode
}

export function EventLeaderboardPage({ rowAction }: EventLeaderboardPageProps) {
  const { eventId = '' } = useParams()
  const [search] = useSearchParams()
  const view = viewFromSearch(search)
  const boards = useQuery(eventBoardsQuery(eventId))
  const user = useQuery(currentUserQuery)
  const event = useQuery({ ...boardEventQuery(eventId), enabled: boards.isSuccess })

  // Whose board comes first is known only once it is known who looks at it.
  const isPending = boards.isPending || (view.streamer === null && user.isPending)
  return (
    <div className={classes.page}>
      <PageHeading title="Event Leaderboard">{event.data}</PageHeading>
      {boards.isError && !boards.data && (
        <LoadError error={boards.error} onRetry={() => void boards.refetch()} />
      )}
      {isPending && !boards.isError && (
        <Loading className={classes.loading}>
          <Skeleton height="3.25rem" width="min(36rem, 100%)" />
          {SKELETON_ROWS.map((number) => (
            <Skeleton key={number} height="3.25rem" />
          ))}
        </Loading>
      )}
      {boards.data && !isPending && (
        <BoardStage
          key={eventId}
          eventId={eventId}
          boards={boards.data}
          view={view}
          currentUserId={user.data?.id ?? null}
          rowAction={rowAction}
        />
      )}
    </div>
  )
}
