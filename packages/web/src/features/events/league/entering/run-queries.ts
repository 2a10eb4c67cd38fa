import {
  announceSlot,
  listOwnRounds,
  listRoundStreamers,
  sayOwnRun,
  sayStreamerHasRun,
} from '@rollcall/contract/league-runs'
import { announceRound } from '@rollcall/contract/leagues-prescribed'
import { queryOptions } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

export type OwnRound = Answer<typeof listOwnRounds>[number]

/** The rounds that the reader runs or will run. */
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

/** @param slot null: the reader does not say when any more */
export const announce = (eventId: number, slot: string | null) =>
  callApi(announceSlot, { params: { id: String(eventId) }, body: { slot } })

export const announceAbout = (
  id: string,
  { eventId, announcement }: { readonly eventId: number; readonly announcement: string | null },
) => callApi(announceRound, { params: { id, eventId: String(eventId) }, body: { announcement } })
