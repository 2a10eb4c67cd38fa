import { Skeleton } from '@mantine/core'
import { listEventsToTry, tryConfiguration } from '@rollcall/contract/events-tried'
import { addressOf, PAGES } from '@rollcall/contract/pages'
import type { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { asking } from '#api/query-keys.ts'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { NameLink } from '#ui/links.tsx'
import { Panel } from '#ui/panel.tsx'
import { LoadError, Loading } from '#ui/states.tsx'
import classes from '../league/league.module.css'
import { texts } from './texts.ts'
import { TriedBoard } from './tried-configuration.tsx'
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
  const { done, onAnswered } = useInTurn(JSON.stringify(settled))
  // Another server cannot try.
  if (error instanceof ApiError && error.status === 404) return null
  const count = data?.events.length ?? 0
  return (
    <Panel title={words.title}>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && (
        <Loading>
          <Skeleton height="6rem" radius="md" />
        </Loading>
      )}
      {data && (
        <Stack gap="md">
          {count === 0 && <Quiet>{words.none}</Quiet>}
          {count > 0 && (
            <Quiet role="status">
              {isSettled && done >= count
                ? words.lead
                : words.progress(isSettled ? done : 0, count)}
            </Quiet>
          )}
          <Stack gap="lg" columns="22rem">
            {data.events.map((event, index) => (
              <TriedEvent
                key={event.id}
                event={event}
                asked={{ leaderboard_config_id: id, config: settled }}
                isOutOfDate={!isSettled}
                isNext={isSettled && index <= done}
                onAnswered={() => onAnswered(index)}
              />
            ))}
          </Stack>
          {data.others > 0 && <Quiet>{words.others(data.others)}</Quiet>}
        </Stack>
      )}
    </Panel>
  )
}

/** One event after another, so that what somebody types makes few boards that nobody reads. */
function useInTurn(content: string) {
  const [answered, setAnswered] = useState({ content, done: 0 })
  const done = answered.content === content ? answered.done : 0
  const onAnswered = (index: number) => {
    if (index >= done) setAnswered({ content, done: index + 1 })
  }
  return { done, onAnswered }
}

interface TriedEventProps {
  readonly event: { readonly id: number; readonly name: string }
  readonly asked: {
    readonly leaderboard_config_id: number
    readonly config: LeaderboardConfiguration
  }
  readonly isOutOfDate: boolean
  /** Those before it have been answered. */
  readonly isNext: boolean
  readonly onAnswered: () => void
}

function TriedEvent({ event, asked, isOutOfDate, isNext, onAnswered }: TriedEventProps) {
  const answer = useQuery({
    ...asking(tryConfiguration, { params: { id: String(event.id) }, body: asked }),
    placeholderData: keepPreviousData,
    enabled: isNext,
  })
  const isAnswered = isNext && !answer.isFetching && !answer.isPlaceholderData
  useEffect(() => {
    if (isAnswered) onAnswered()
  })
  const label = words.titleOf(event.name)
  return (
    <Stack as="section" gap="xs" className={classes.parts} aria-label={label}>
      <h3>
        <NameLink to={addressOf(PAGES.manageEvent, { id: event.id })}>
          <bdi>{event.name}</bdi>
        </NameLink>
      </h3>
      <TriedBoard
        label={label}
        answer={answer}
        isOutOfDate={isOutOfDate || answer.isPlaceholderData}
        lead={words.moves}
        nobody={words.nobody}
      />
    </Stack>
  )
}
