import { Button, Loader } from '@mantine/core'
import { addPoints } from '@rollcall/scoring/points'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { formatNumber } from '#ui/format-number.ts'
import { Notice } from '#ui/notice.tsx'
import classes from './board-explanation.module.css'
import { eventBoardsQuery, type RowToExplain, rowExplanationQuery } from './queries.ts'

interface BoardExplanationProps {
  readonly row: RowToExplain
  readonly points: number
}

export function BoardExplanation({ row, points }: BoardExplanationProps) {
  const { data, isPending, error, refetch } = useQuery(rowExplanationQuery(row))
  if (isPending) {
    return (
      <p className={classes.waiting} role="status">
        <Loader size="xs" aria-hidden />
        Loading...
      </p>
    )
  }
  if (error) {
    const sentence = error instanceof ApiError ? error.sentence : error.message
    return <Notice message={`Error: ${sentence}`} onRetry={() => void refetch()} />
  }
  const sum = data.terms.map((term) => term.points).reduce(addPoints, 0)
  return (
    <>
      <h3 className={classes.title}>Where the points come from</h3>
      {data.terms.length === 0 ? (
        <p className={classes.none}>Nothing that this event gives points for.</p>
      ) : (
        <ul className={classes.terms}>
          {data.terms.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p className={classes.sum}>
        Event points <strong>{formatNumber(sum)}</strong>
      </p>
      {sum !== points && <ChangedSince eventId={row.eventId} />}
    </>
  )
}

/** The board is kept as it was opened, so that a reveal is not spoilt; results may have come since. */
function ChangedSince({ eventId }: { readonly eventId: string }) {
  const queryClient = useQueryClient()
  const { queryKey } = eventBoardsQuery(eventId)
  return (
    <p className={classes.changed}>
      There are new results since this board was opened.
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void queryClient.invalidateQueries({ queryKey })}
      >
        Load them
      </Button>
    </p>
  )
}
