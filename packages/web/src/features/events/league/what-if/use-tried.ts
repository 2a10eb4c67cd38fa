import type { BodyInput } from '@rollcall/contract/endpoint'
import { tryLeague } from '@rollcall/contract/leagues-what-if'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asking } from '#api/query-keys.ts'
import { useSettledDraft } from '../../tried/use-settled-draft.ts'

export type Draft = Omit<BodyInput<typeof tryLeague>, 'includeSealed'>

const SETTLED_MS = 300

/** What a league's tables would be with a draft; while another answer is awaited, the one before. */
export function useTried(id: string, draft: Draft, includeSealed: boolean) {
  const { settled, isSettled } = useSettledDraft(draft, SETTLED_MS)
  const body = { ...settled, ...(includeSealed && { includeSealed }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...asking(tryLeague, { params: { id }, body }),
    placeholderData: keepPreviousData,
  })
  return {
    ...{ error, refetch },
    tried: data !== undefined && 'rows' in data ? data : undefined,
    /** The answer is to an earlier draft. */
    isOutOfDate: isPlaceholderData || !isSettled,
  }
}
