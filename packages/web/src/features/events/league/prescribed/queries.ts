import { listRoundGames } from '@rollcall/contract/leagues-prescribed'
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type RoundGames = Extract<Answer<typeof listRoundGames>, { channels: unknown }>

/** The games of a round that prescribes them, and why some do not count. */
export const roundGamesQuery = (id: string, eventId: number) =>
  queryOptions(asking(listRoundGames, { params: { id, eventId: String(eventId) } }))
