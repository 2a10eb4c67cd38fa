import { Skeleton } from '@mantine/core'
import { tryConfiguration } from '@rollcall/contract/events-tried'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
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
  /** A version of it that is not saved; absent: the latest. */
  readonly version?: {
    readonly config: LeaderboardConfiguration
    /** Somebody types, and another version is asked for soon. */
    readonly isOutOfDate: boolean
    /** The event's name, and its heading. */
    readonly name: string
    readonly heading: ReactNode
  }
}

/** Who would move on the event's board if it were saved. */
export function TriedConfiguration({ eventId, leaderboard, version }: TriedConfigurationProps) {
  const body = { leaderboard_config_id: leaderboard, ...(version && { config: version.config }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...asking(tryConfiguration, { params: { id: eventId }, body }),
    ...(version && { placeholderData: keepPreviousData }),
  })
  // Another server cannot try.
  if (error instanceof ApiError && error.status === 404) return null
  const tried = data !== undefined && 'rows' in data ? data : undefined
  const isOutOfDate = isPlaceholderData || version?.isOutOfDate === true
  const title = version === undefined ? texts.title : texts.titleOf(version.name)
  return (
    <Stack as="section" gap="xs" aria-label={title}>
      {version === undefined ? <h3>{title}</h3> : version.heading}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {tried === undefined && !error && (
        <Loading>
          <Skeleton height="6rem" radius="md" />
        </Loading>
      )}
      {tried && (
        <>
          <Quiet role="status">
            {isOutOfDate
              ? texts.working
              : tried.total === 0
                ? texts.nobody
                : texts.lead(tried.total)}
          </Quiet>
          {tried.isFinal && <Quiet>{texts.isFinal}</Quiet>}
          {tried.total > 0 && (
            <ChangedRows
              rows={tried.rows}
              total={tried.total}
              label={title}
              isOutOfDate={isOutOfDate}
            />
          )}
        </>
      )}
    </Stack>
  )
}
