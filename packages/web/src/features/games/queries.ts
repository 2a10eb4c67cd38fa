import { getGame, listGameRows } from '@rollcall/contract/games'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'

export type Game = Answer<typeof getGame>
export type GameRow = Answer<typeof listGameRows>['rows'][number]

/** Games are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

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
