import { getLeague } from '@rollcall/contract/leagues'
import { areRoundsOver, finishSeason } from '@rollcall/contract/leagues-season'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { sentenceOf } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { answersOf } from '#api/query-keys.ts'
import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format-instant.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './league.module.css'
import type { League } from './queries.ts'
import { texts } from './season-texts.ts'

interface SeasonEndProps {
  readonly id: string
  readonly league: League
}

/** Finishes a season, so that it has champions; the same button takes that back. */
export function SeasonEnd({ id, league }: SeasonEndProps) {
  const { finishedAt, rounds, publicToken } = league
  const titleId = useId()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (isFinished: boolean) =>
      callApi(finishSeason, { params: { id }, body: { isFinished } }),
    onSettled: () => client.invalidateQueries({ queryKey: answersOf(getLeague) }),
  })
  const isOver = areRoundsOver(rounds)
  const isFinished = finishedAt !== null
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.title}</h3>
      <Quiet>
        {finishedAt === null
          ? texts.lead
          : (isOver ? texts.finished : texts.waiting)(formatDay(finishedAt))}
      </Quiet>
      {!isFinished && !isOver && <Quiet>{texts.notYet}</Quiet>}
      {publicToken === null && <Quiet>{texts.withoutPage}</Quiet>}
      {change.error && <Notice message={sentenceOf(change.error)} />}
      {(isFinished || isOver) && (
        <div>
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate(!isFinished)}
          >
            {isFinished ? texts.goOn : texts.finish}
          </Button>
        </div>
      )}
    </Stack>
  )
}
