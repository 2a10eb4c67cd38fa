import { Skeleton } from '@mantine/core'
import { tryConfiguration } from '@rollcall/contract/events-tried'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { ChangedRows } from '../league/changed-rows.tsx'
import classes from '../league/league.module.css'
import { texts } from './texts.ts'

interface TriedConfigurationProps {
  readonly eventId: string
  /** The configuration that is chosen and not saved. */
  readonly leaderboard: number
}

/** Who would move on the event's board if it were saved. */
export function TriedConfiguration({ eventId, leaderboard }: TriedConfigurationProps) {
  const body = { leaderboard_config_id: leaderboard }
  const answer = useQuery(asking(tryConfiguration, { params: { id: eventId }, body }))
  // Another server cannot try.
  if (answer.error instanceof ApiError && answer.error.status === 404) return null
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <TriedBoard label={texts.title} answer={answer} lead={texts.lead} nobody={texts.nobody} />
    </Stack>
  )
}

interface TriedBoardProps {
  readonly label: string
  readonly answer: Pick<
    UseQueryResult<Answer<typeof tryConfiguration>>,
    'data' | 'error' | 'refetch'
  >
  /** Another answer is awaited. */
  readonly isOutOfDate?: boolean
  readonly lead: (count: number) => string
  readonly nobody: string
}

/** How many would move on an event's board, and the first of them. */
export function TriedBoard(props: TriedBoardProps) {
  const { label, answer, isOutOfDate = false, lead, nobody } = props
  const { data, error, refetch } = answer
  const tried = data !== undefined && 'rows' in data ? data : undefined
  const said = tried?.total === 0 ? nobody : lead(tried?.total ?? 0)
  return (
    <>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {tried === undefined && !error && (
        <Loading>
          <Skeleton height="6rem" radius="md" />
        </Loading>
      )}
      {tried && (
        <>
          <Quiet role="status">{isOutOfDate ? texts.working : said}</Quiet>
          {tried.isFinal && <Quiet>{texts.isFinal}</Quiet>}
          {tried.total > 0 && (
            <ChangedRows
              rows={tried.rows}
              total={tried.total}
              label={label}
              isOutOfDate={isOutOfDate}
            />
          )}
        </>
      )}
    </>
  )
}
