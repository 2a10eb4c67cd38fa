import type { Round } from '@rollcall/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '#api/api-error.ts'
import { formatList } from '#ui/format-list.ts'
import { Notice } from '#ui/notice.tsx'
import { streamerName } from '#ui/streamer-name.ts'
import { leagueGamesQuery } from './queries.ts'
import { texts } from './texts.ts'

const { form: words } = texts

interface MissingGamesProps {
  /** The series. */
  readonly id: string
  readonly rounds: readonly Round[]
}

/** Which channels have only sent a snapshot, which says nothing about single games. */
export function MissingGames({ id, rounds }: MissingGamesProps) {
  const { data, error, refetch } = useQuery(leagueGamesQuery(id, null))
  if (error) return <Notice message={sentenceOf(error)} onRetry={() => void refetch()} />
  const missing = data !== undefined && 'withoutGames' in data ? data.withoutGames : []
  if (missing.length === 0) return null
  const list = missing.map(({ eventId, streamers }) =>
    words.missingOf(
      formatList(streamers.map(streamerName)),
      rounds.find((round) => round.eventId === eventId)?.name ?? '',
    ),
  )
  return (
    <p>
      <strong>{words.missing}</strong> {words.missingHint(formatList(list))}
    </p>
  )
}
