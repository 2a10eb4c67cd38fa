import { Skeleton } from '@mantine/core'
import { listEventsToTry } from '@rollcall/contract/events-tried'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { asking } from '#api/query-keys.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { NameLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import { texts } from './texts.ts'
import { TriedConfiguration } from './tried-configuration.tsx'
import { useSettledDraft } from './use-settled-draft.ts'

const { version: words } = texts
/** A board takes longer to make than a table. */
const SETTLED_MS = 600

interface TriedVersionProps {
  /** The configuration. */
  readonly id: number
  /** What would be saved. */
  readonly config: LeaderboardConfiguration
}

/** Who would move in the latest events with a configuration if a new version of it were saved. */
export function TriedVersion({ id, config }: TriedVersionProps) {
  const { settled, isSettled } = useSettledDraft(config, SETTLED_MS)
  const { data, error, refetch } = useQuery(asking(listEventsToTry, { params: { id: String(id) } }))
  // Another server cannot try.
  if (error instanceof ApiError && error.status === 404) return null
  return (
    <Panel title={words.title}>
      <Stack gap="lg">
        {error && <LoadError error={error} onRetry={() => void refetch()} />}
        {data === undefined && !error && (
          <Loading>
            <Skeleton height="6rem" radius="md" />
          </Loading>
        )}
        {data && <Quiet>{data.events.length === 0 ? words.none : words.lead}</Quiet>}
        {data?.events.map((event) => (
          <TriedConfiguration
            key={event.id}
            eventId={String(event.id)}
            leaderboard={id}
            version={{
              ...{ config: settled, name: event.name },
              isOutOfDate: !isSettled,
              heading: (
                <h3>
                  <NameLink to={addressOf(PAGES.manageEvent, { id: event.id })}>
                    {event.name}
                  </NameLink>
                </h3>
              ),
            }}
          />
        ))}
        {data && data.others > 0 && <Quiet>{words.others(data.others)}</Quiet>}
      </Stack>
    </Panel>
  )
}
