import { HELPER_CALLS } from '@rollcall/contract/helpers'
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#api/call-api.ts'
import { asking } from '#api/query-keys.ts'

/** What somebody helps with. */
export interface Helped {
  readonly kind: 'event' | 'series'
  readonly id: string
}

type Helpers = Extract<Answer<typeof HELPER_CALLS.event.list>, { helpers: unknown }>
export type Helper = Helpers['helpers'][number]

export function helpersQuery({ kind, id }: Helped) {
  return queryOptions({ ...asking(HELPER_CALLS[kind].list, { params: { id } }) })
}
