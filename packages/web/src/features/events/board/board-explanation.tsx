import '@mantine/core/styles/Loader.layer.css'
import { Loader } from '@mantine/core'
import { addPoints } from '@rollcall/scoring/points'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PointsTerms } from '#ui/points-terms/points-terms.tsx'
import { eventBoardsKey, type RowToExplain, rowExplanationQuery } from '../queries.ts'
import classes from './board-explanation.module.css'
import { texts } from './texts.ts'

const { explanation } = texts

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
        {explanation.loading}
      </p>
    )
  }
  if (error) {
    return <Notice message={explanation.failed(sentenceOf(error))} onRetry={() => void refetch()} />
  }
  const sum = data.terms.map((term) => term.points).reduce(addPoints, 0)
  return (
    <>
      <PointsTerms terms={data.terms} sum={sum} />
      {sum !== points && <ChangedSince eventId={row.eventId} />}
    </>
  )
}

/** The board stays as it was when it was opened, so that a reveal is not spoilt; new results may have come in since. */
function ChangedSince({ eventId }: { readonly eventId: string }) {
  const queryClient = useQueryClient()
  const queryKey = eventBoardsKey(eventId)
  return (
    <p className={classes.changed}>
      {explanation.newResults}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => void queryClient.invalidateQueries({ queryKey })}
      >
        {explanation.load}
      </Button>
    </p>
  )
}
