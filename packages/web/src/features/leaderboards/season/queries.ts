import { getOpeningSeason, getSeason, listTopRacers } from '@rollcall/contract/seasons'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'

export type SeasonOfPage = Answer<typeof getSeason>
export type TopRacer = Answer<typeof listTopRacers>['racers'][number]

/** Seasons are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

/** The season that boards open with. */
export const openingSeasonQuery = queryOptions({
  queryKey: ['seasons', 'opening'],
  queryFn: ({ signal }) => callApi(getOpeningSeason, { ...ofEverybody, signal }),
  meta: { isPublic: true },
})

/** The key of everything that a season's page shows beside its board. */
export function seasonKey(season: string) {
  return ['seasons', 'season', season] as const
}

export function seasonQuery(season: string) {
  return queryOptions({
    queryKey: [...seasonKey(season), 'page'],
    queryFn: ({ signal }) => callApi(getSeason, { params: { season }, ...ofEverybody, signal }),
    meta: { isPublic: true },
  })
}

export function topRacersQuery(season: string) {
  return queryOptions({
    queryKey: [...seasonKey(season), 'racers'],
    queryFn: ({ signal }) => callApi(listTopRacers, { params: { season }, ...ofEverybody, signal }),
    meta: { isPublic: true },
  })
}
