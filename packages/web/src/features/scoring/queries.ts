import { getConfiguration } from '@rollcall/contract/scoring'
import { LeaderboardConfiguration } from '@rollcall/scoring/configuration'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'

/** Loaded to be edited: never cached, and never reloaded under what somebody has typed. */
export function configurationQuery(id: string) {
  return queryOptions({
    queryKey: ['scoring', 'configuration', id],
    queryFn: async ({ signal }) => {
      const { config, isDefault } = await callApi(getConfiguration, { params: { id }, signal })
      return { config: LeaderboardConfiguration.parse(JSON.parse(config)), isDefault }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
}
