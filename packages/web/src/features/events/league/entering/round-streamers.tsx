import { Skeleton } from '@mantine/core'
import type { RoundStreamer } from '@rollcall/contract/league-runs'
import type { Round } from '@rollcall/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Quiet, Stack } from '#ui/layout/layout.tsx'
import { PersonLink } from '#ui/links.tsx'
import { Notice } from '#ui/notice.tsx'
import rows from '#ui/rows-with-button.module.css'
import { LoadError, Loading } from '#ui/states.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { useAct } from '../teams/queries.ts'
import { channelInWords } from './channel-in-words.ts'
import { roundStreamersQuery, sayRunOf } from './run-queries.ts'
import { texts } from './run-texts.ts'

interface RoundStreamersProps {
  /** The series. */
  readonly id: string
  readonly round: Round
}

/** Who runs a round, when, and who has run it, for organisers, who say so for each. */
export function RoundStreamers({ id, round }: RoundStreamersProps) {
  const { data, error, refetch } = useQuery(roundStreamersQuery(id, round.eventId))
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Loading>
        <Skeleton height="6rem" radius="md" />
      </Loading>
    )
  }
  if (!('streamers' in data)) return null
  const { canSay, streamers } = data
  return (
    <Stack as="section" gap="xs" aria-label={texts.list(round.name)}>
      <h3>{texts.title}</h3>
      {streamers.length === 0 ? (
        <Quiet>{texts.nobody}</Quiet>
      ) : (
        canSay && <Quiet>{texts.hint}</Quiet>
      )}
      <ul className={rows.list}>
        {streamers.map((streamer) => (
          <Streamer key={streamer.id} {...{ id, streamer, canSay }} eventId={round.eventId} />
        ))}
      </ul>
    </Stack>
  )
}

interface StreamerProps {
  readonly id: string
  readonly eventId: number
  readonly streamer: RoundStreamer
  readonly canSay: boolean
}

function Streamer({ id, eventId, streamer, canSay }: StreamerProps) {
  const { run, page } = streamer
  const name = streamerName(streamer)
  const say = useAct(
    () => sayRunOf(id, { eventId, userId: streamer.id, hasRun: run === null }),
    () => {},
  )
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <PersonLink page={page}>
          <bdi>{name}</bdi>
        </PersonLink>
        <span className={rows.fact} role="status">
          {channelInWords(streamer)}
        </span>
        {say.error && <Notice message={sentenceOf(say.error)} />}
      </span>
      {canSay && (
        <Button
          variant="default"
          size="compact-sm"
          loading={say.isPending}
          aria-label={run === null ? texts.sayOfNamed(name) : texts.undoOfNamed(name)}
          onClick={() => say.mutate()}
        >
          {run === null ? texts.sayOf : texts.undoOf}
        </Button>
      )}
    </li>
  )
}
