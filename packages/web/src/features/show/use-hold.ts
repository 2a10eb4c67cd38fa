import { type ControlRoom, holdNextName } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#api/call-api.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { controlRoomQuery } from './queries.ts'

/** Whether the next name waits for a press of its own, on all devices. */
export function useHold(eventId: string, { holdsNext, phase }: ControlRoom) {
  const client = useQueryClient()
  const { mutate, error } = useMutation({
    scope: { id: `show-hold-${eventId}` },
    mutationFn: (isOn: boolean) =>
      callApi(holdNextName, { params: { id: eventId }, body: { isOn } }),
    onSuccess: (room) => storeAnswer(client, controlRoomQuery(eventId), room),
  })
  const canHold = phase === 'live' || phase === 'rehearsal'
  return {
    canHold,
    set: mutate,
    toggle: () => canHold && mutate(!holdsNext),
    failure: error,
  }
}
