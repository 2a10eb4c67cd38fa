import {
  listOwnRounds,
  listRoundStreamers,
  sayOwnRun,
  sayStreamerHasRun,
} from '@rollcall/contract/league-runs'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

/** The rounds that the reader runs now. */
export const ownRoundsQuery = queryOptions(asking(listOwnRounds, {}))

/** Who has run a round, for its organisers. */
export const roundStreamersQuery = (id: string, eventId: number) =>
  queryOptions(asking(listRoundStreamers, { params: { id, eventId: String(eventId) } }))

export const sayRun = (eventId: number, hasRun: boolean) =>
  callApi(sayOwnRun, { params: { id: String(eventId) }, body: { hasRun } })

interface Said {
  readonly eventId: number
  readonly userId: number
  readonly hasRun: boolean
}

export const sayRunOf = (id: string, { eventId, userId, hasRun }: Said) =>
  callApi(sayStreamerHasRun, {
    params: { id, eventId: String(eventId), userId: String(userId) },
    body: { hasRun },
  })
