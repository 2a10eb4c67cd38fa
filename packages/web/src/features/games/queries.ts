import { getGame, listGameRows, listLatestGames } from '@rollcall/contract/games'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'

export type Game = Answer<typeof getGame>
export type GameRow = Answer<typeof listGameRows>['rows'][number]

/** Games are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

/** Asks again after some time, because games of any channel come in. */
export const latestGamesQuery = queryOptions({
  queryKey: ['games', 'latest'],
  queryFn: ({ signal }) => callApi(listLatestGames, { ...ofEverybody, signal }),
  refetchInterval: MINUTE_MS,
  meta: { isPublic: true },
})

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: ['games', id],
    queryFn: ({ signal }) => callApi(getGame, { params: { id }, ...ofEverybody, signal }),
    meta: { isPublic: true },
  })
}

export function gameRowsQuery(id: string, { page, search }: { page: number; search: string }) {
  return queryOptions({
    queryKey: ['games', id, 'rows', page, search],
    queryFn: ({ signal }) =>
      callApi(listGameRows, {
        params: { id },
        query: { page: String(page), search },
        ...ofEverybody,
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { isPublic: true },
  })
}
