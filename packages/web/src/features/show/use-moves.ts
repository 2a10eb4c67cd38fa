import { type ControlRoom, type Move, moveShow } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { controlRoomQuery, organiserKey } from './queries.ts'

/** Presses that came too late or too soon; the page shows how the show stands, so nothing need be said. */
const QUIET_CODES = ['show_moved', 'blur_running']

export interface Moves {
  /** Makes the move on the show as the page knows it. Presses while it cannot be moved do nothing. */
  readonly make: (move: Move) => void
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
    mutationFn: (move: Move) =>
      callApi(moveShow, { params: { id: eventId }, body: { version: room.version, move } }),
    onSuccess: (moved) => client.setQueryData(controlRoomQuery(eventId).queryKey, moved),
    onSettled: () => {
      isPressed.current = false
      return client.invalidateQueries({ queryKey: organiserKey(eventId) })
    },
  })
  const isBusy = isPending || isBlurred
  const isQuiet = error instanceof ApiError && QUIET_CODES.includes(error.reply?.code ?? '')
  return {
    make: (move) => {
      if (!isBusy && !isPressed.current) {
        isPressed.current = true
        mutate(move)
      }
    },
    isBusy,
    failure: isQuiet ? null : error,
  }
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
