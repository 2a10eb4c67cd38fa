import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { currentUserQuery } from '#api/current-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { ToUnauthorized } from '#ui/to-unauthorized.tsx'
import { boardEventQuery, eventBoardsQuery } from './board-queries.ts'
import { BoardStage } from './board-stage.tsx'
import { BoardError, BoardLoading } from './board-states.tsx'
import classes from './event-leaderboard-page.module.css'
import { viewFromSearch } from './event-leaderboard-view.ts'

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

  if (boards.data && 'unauthorized' in boards.data) return <ToUnauthorized />
  // Whose board comes first is known only once it is known who looks at it.
  const isPending = boards.isPending || (view.streamer === null && user.isPending)
  return (
    <div className={classes.page}>
      <PageHeading title="Event Leaderboard">{event.data}</PageHeading>
      {boards.isError && !boards.data && (
        <BoardError error={boards.error} onRetry={() => void boards.refetch()} />
      )}
      {isPending && !boards.isError && <BoardLoading />}
      {boards.data && !isPending && (
        <BoardStage
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
