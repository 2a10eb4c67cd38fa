import {
  admitMember,
  askToJoin,
  changeTeam,
  createTeam,
  deleteTeam,
  getTeamByLink,
  getTeams,
  listOwnTeams,
  removeHiddenMembers,
  removeMember,
  replaceTeamLink,
} from '@rollcall/contract/teams'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { answersAbout, asking } from '#api/query-keys.ts'

export type Teams = Extract<Answer<typeof getTeams>, { teams: unknown }>
export type TeamOfLink = Answer<typeof getTeamByLink>

/** The teams of a league with their table. */
export const teamsQuery = (id: string) => queryOptions(asking(getTeams, { params: { id } }))

/** The team that a link leads to. */
export const teamByLinkQuery = (token: string) =>
  queryOptions(asking(getTeamByLink, { params: { token } }))

export const ownTeamsQuery = queryOptions(asking(listOwnTeams, {}))

/** What can be done to a team. */
export function actsOf(id: string, team: { readonly id: number }) {
  const params = { id, teamId: String(team.id) }
  const ofMember = (memberId: number) => ({ params: { ...params, memberId: String(memberId) } })
  return {
    admit: (memberId: number) => callApi(admitMember, ofMember(memberId)),
    remove: (memberId: number) => callApi(removeMember, ofMember(memberId)),
    removeHidden: (members: number) => callApi(removeHiddenMembers, { params, body: { members } }),
    replaceLink: () => callApi(replaceTeamLink, { params }),
    change: (body: Parameters<typeof callApi<typeof changeTeam>>[1]['body']) =>
      callApi(changeTeam, { params, body }),
    delete: () => callApi(deleteTeam, { params }),
  }
}

export { askToJoin, createTeam, type listOwnTeams }

/** An act after which everything about events is asked for again. */
export function useAct<Given = void>(
  run: (given: Given) => Promise<unknown>,
  onSuccess: (given: Given) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (given: Given) => {
      await run(given)
      await queryClient.invalidateQueries({ queryKey: answersAbout('events') })
    },
    onSuccess: (_, given) => onSuccess(given),
  })
}
