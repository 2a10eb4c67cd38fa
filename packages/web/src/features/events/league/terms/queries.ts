import { explainLeagueCell, listLeagueGames } from '@rollcall/contract/league-cells'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'

/** Which cell, as the calls ask for it. */
export interface AskedCell {
  readonly row: string
  readonly racer: string
  readonly round: string
  /** Absent: in everybody's table. */
  readonly division?: string
}

/** Where a result in the table of a series comes from. */
export const cellQuery = (id: string, query: AskedCell) =>
  queryOptions(asking(explainLeagueCell, { params: { id }, query }))

/** The games of a round that could decide, and who has sent none; without a round only the latter. */
export const leagueGamesQuery = (id: string, eventId: number | null) =>
  queryOptions({
    ...asking(listLeagueGames, {
      params: { id },
      query: eventId === null ? {} : { round: String(eventId) },
    }),
    placeholderData: keepPreviousData,
  })
