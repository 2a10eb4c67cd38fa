import { getLeagueStory } from '@rollcall/contract/leagues-story'
import { queryOptions } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'
import { aboutLeague } from '../queries.ts'

export function leagueStoryQuery(token: string) {
  return queryOptions({
    ...asking(getLeagueStory, { params: { token }, token: null }, aboutLeague(token)),
  })
}
