import { findOwnGameRow, getGame, listGameRows, listLatestGames } from '@rollcall/contract/games'
import { MINUTE_MS } from '@rollcall/formats/durations'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type Game = Answer<typeof getGame>
export type GameRow = Answer<typeof listGameRows>['rows'][number]
type Place = NonNullable<Answer<typeof listGameRows>['found']>

/** Games are public, so nobody's session is sent: one that has ended would be refused. */
const ofEverybody = { token: null } as const

/** Asks again after some time, because games of any channel come in. */
export const latestGamesQuery = queryOptions({
  ...asking(listLatestGames, ofEverybody),
  refetchInterval: MINUTE_MS,
})

export function gameQuery(id: string) {
  return queryOptions({
    ...asking(getGame, { params: { id }, ...ofEverybody }),
  })
}

export function gameRowsQuery(id: string, { page, search }: { page: number; search: string }) {
  return queryOptions({
    ...asking(listGameRows, {
      params: { id },
      query: { page: String(page), search },
      ...ofEverybody,
    }),
    placeholderData: keepPreviousData,
  })
}

/** The place of the racer whom the name names. */
export function gamePlaceQuery(id: string, name: string) {
  return queryOptions({
    ...gameRowsQuery(id, { page: 1, search: name }),
    select: ({ found }) => found && listedPlace(found),
  })
}

/** The signed-in person's row. */
export function ownGameRowQuery(id: string) {
  return queryOptions({
    ...asking(findOwnGameRow, { params: { id } }),
    select: ({ own }) => own && listedPlace(own),
  })
}

/** A row in the form that lists on pages take. */
export function listedRow(row: GameRow) {
  const { racer_name: id, position: rank, points: event_points } = row
  return { ...row, id, rank, event_points, isHidden: false }
}

export function listedPlace({ page, row, above, below }: Place) {
  return {
    page,
    row: listedRow(row),
    above: above && listedRow(above),
    below: below && listedRow(below),
  }
}
export type ListedPlace = ReturnType<typeof listedPlace>
