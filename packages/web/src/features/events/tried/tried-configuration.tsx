import { Skeleton } from '@mantine/core'
import { tryConfiguration } from '@rollcall/contract/events-tried'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { asking } from '#api/query-keys.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { ChangedRows } from '../league/changed-rows.tsx'
import { texts } from './texts.ts'

interface TriedConfigurationProps {
  readonly eventId: string
  /** The configuration that is chosen and not saved. */
  readonly leaderboard: number
}

/** Who would move on the event's board if it were saved. */
export function TriedConfiguration({ eventId, leaderboard }: TriedConfigurationProps) {
  const body = { leaderboard_config_id: leaderboard }
  const { data, error, refetch } = useQuery(
    asking(tryConfiguration, { params: { id: eventId }, body }),
  )
  // Another server cannot try.
  if (error instanceof ApiError && error.status === 404) return null
  const tried = data !== undefined && 'rows' in data ? data : undefined
  return (
    <Stack as="section" gap="xs" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {tried === undefined && !error && (
        <Loading>
          <Skeleton height="6rem" radius="md" />
        </Loading>
      )}
      {tried && (
        <>
          <Quiet role="status">{tried.total === 0 ? texts.nobody : texts.lead(tried.total)}</Quiet>
          {tried.isFinal && <Quiet>{texts.isFinal}</Quiet>}
          {tried.total > 0 && (
            <ChangedRows rows={tried.rows} total={tried.total} label={texts.title} />
          )}
        </>
      )}
    </Stack>
  )
}
