import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#api/live.ts'
import { showView, stageQuery } from '../queries.ts'

/** What the stage shows: loaded once, then updated by the stream. */
export function useStage(eventId: string) {
  const client = useQueryClient()
  const query = stageQuery(eventId)
  const stage = useQuery(query)
  useLive(stage.data ? `organiser/stage:${Number(eventId)}` : null, query.queryKey, (view) =>
    showView(client, query.queryKey, view),
  )
  return stage
}
