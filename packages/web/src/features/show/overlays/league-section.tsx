import { useQuery } from '@tanstack/react-query'
import { LoadError, Loading } from '#ui/states.tsx'
import { leagueBoardQuery } from '../queries.ts'
import { Builder } from './builder.tsx'
import { texts } from './texts.ts'

/** The overlay of a league, for anyone who has its link. */
export function LeagueSection({ token }: { readonly token: string }) {
  const { data: board, error, refetch } = useQuery(leagueBoardQuery(token))
  return (
    <>
      {error && !board && <LoadError error={error} onRetry={() => void refetch()} />}
      {!board && !error && <Loading />}
      {board && (
        <Builder
          kind="s"
          title={texts.ofLeague.title(board.league)}
          lead={texts.ofLeague.lead}
          token={token}
          hasTeams={board.hasTeams}
          divisions={board.divisions}
        />
      )}
    </>
  )
}
