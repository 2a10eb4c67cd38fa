import { useQuery } from '@tanstack/react-query'
import { leagueQuery, prizesQuery } from './queries.ts'
import { teamsQuery } from './teams/queries.ts'

/** Whether parts of a series' league have not loaded yet, which would move what is below them. */
export function useLeagueIsWaiting(id: string, { isOpen }: { readonly isOpen: boolean }): boolean {
  const league = useQuery({ ...leagueQuery(id, { page: 1, search: '' }), enabled: isOpen })
  const shown = league.data !== undefined && 'rows' in league.data ? league.data : undefined
  const hasPrizes = shown !== undefined && shown.rules !== null && shown.canEdit
  const hasTeams = Boolean(shown?.rules?.teams)
  const prizes = useQuery({ ...prizesQuery(id), enabled: hasPrizes })
  const teams = useQuery({ ...teamsQuery(id), enabled: hasTeams })
  return league.isPending || (hasPrizes && prizes.isPending) || (hasTeams && teams.isPending)
}
