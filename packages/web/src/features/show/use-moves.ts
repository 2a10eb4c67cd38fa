import { type ControlRoom, getControlRoom, type Move, moveShow } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { refreshUncarried } from '#api/live.ts'
import { controlRoomQuery, roomKey } from './queries.ts'

/** Presses that came too late or too soon; the page shows how the show stands, so nothing need be said. */
const QUIET_CODES = ['show_moved', 'blur_running']

/** `start-chosen`: live, with what was chosen in the control room, on whichever device that was. */
export type Press = Move | { readonly kind: 'start-chosen' }

export interface Moves {
  /** Makes the move on the show as the page knows it. Presses while it cannot be moved do nothing. */
  readonly make: (press: Press) => void
  /** A move is under way, or what the last one uncovered is still blurred. */
  readonly isBusy: boolean
  readonly failure: Error | null
}

/** The organiser's presses, on whichever device. */
export function useMoves(eventId: string, room: ControlRoom): Moves {
  const client = useQueryClient()
  const isBlurred = useBlur(room)
  // A double press comes before the page is drawn anew.
  const isPressed = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (press: Press) => {
      const params = { id: eventId }
      const move =
        press.kind === 'start-chosen' ? startOf(await callApi(getControlRoom, { params })) : press
      return callApi(moveShow, { params, body: { version: room.version, move } })
    },
    onSuccess: (moved) => client.setQueryData(controlRoomQuery(eventId).queryKey, moved),
    onError: () => client.invalidateQueries({ queryKey: roomKey(eventId) }),
    onSettled: () => {
      isPressed.current = false
      refreshUncarried()
    },
  })
  const isBusy = isPending || isBlurred
  const isQuiet = error instanceof ApiError && QUIET_CODES.includes(error.reply?.code ?? '')
  return {
    make: (press) => {
      if (!isBusy && !isPressed.current) {
        isPressed.current = true
        mutate(press)
      }
    },
    isBusy,
    failure: isQuiet ? null : error,
  }
}

/** The board that was chosen, for as long as its streamer takes part; null: All Streamers. */
export function chosenBoard({ streamers, boardUserId }: ControlRoom): number | null {
  return streamers.find(({ userId }) => userId === boardUserId)?.userId ?? null
}

function startOf(room: ControlRoom): Move {
  return { kind: 'start', phase: 'live', startRank: room.startRank, userId: chosenBoard(room) }
}

/** Whether the server still refuses moves: until the time it named has passed. */
function useBlur({ version, waitMs }: ControlRoom): boolean {
  const [clearedVersion, setClearedVersion] = useState<number | null>(null)
  const isWaiting = waitMs > 0 && clearedVersion !== version
  useEffect(() => {
    if (isWaiting) {
      const timer = setTimeout(() => setClearedVersion(version), waitMs)
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isWaiting, version, waitMs])
  return isWaiting
}
