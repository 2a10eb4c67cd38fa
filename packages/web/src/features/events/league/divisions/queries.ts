import {
  type listDivisionMembers as List,
  listDivisionMembers,
  moveDivisionMembers,
  putIntoDivision,
  setDivisions,
} from '@rollcall/contract/leagues-divisions'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type Answer, callApi } from '#api/call-api.ts'
import { answersAbout, asking } from '#api/query-keys.ts'
import type { Done } from '#ui/done-message.tsx'
import { texts } from './texts.ts'

export type Members = Extract<Answer<typeof List>, { rows: unknown }>
type Put = Extract<Answer<typeof putIntoDivision>, { moved: unknown }>
type Moved = Put['moved']
type PutBody = Parameters<typeof callApi<typeof putIntoDivision>>[1]['body']
export type NamedDivision = Parameters<
  typeof callApi<typeof setDivisions>
>[1]['body']['divisions'][number]

/** A page of those who are in a division. */
export function membersQuery(
  id: string,
  { divisionId, page, search }: { divisionId: number; page: number; search: string },
) {
  return queryOptions({
    ...asking(listDivisionMembers, {
      params: { id, divisionId: String(divisionId) },
      query: { page: String(page), search },
    }),
    placeholderData: keepPreviousData,
  })
}

/** What organisers do with divisions. */
export function useDivisionActs(id: string) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: answersAbout('events') })
  const move = async (members: readonly number[], division: number | null): Promise<Moved> => {
    const body = { members: [...members], division }
    const answer = await callApi(moveDivisionMembers, { params: { id }, body })
    return 'moved' in answer ? answer.moved : []
  }
  const undo = (moved: Moved): Done['undo'] => ({
    sentence: texts.select.undone,
    async run() {
      const byDivision = Map.groupBy(moved, ({ before }) => before)
      for (const [division, members] of byDivision) {
        await move(
          members.map((each) => each.id),
          division,
        )
      }
      await refresh()
    },
  })
  return {
    async set(divisions: NamedDivision[]): Promise<void> {
      await callApi(setDivisions, { params: { id }, body: { divisions } })
      await refresh()
    },
    async put(divisionId: number, body: PutBody) {
      const params = { id, divisionId: String(divisionId) }
      const answer = await callApi(putIntoDivision, { params, body })
      await refresh()
      const { moved, problems } = 'moved' in answer ? answer : { moved: [], problems: [] }
      return { moved, problems, ...(moved.length > 0 && { undo: undo(moved) }) }
    },
    async takeOut(memberId: number) {
      const moved = await move([memberId], null)
      await refresh()
      return { ...(moved.length > 0 && { undo: undo(moved) }) }
    },
  }
}
