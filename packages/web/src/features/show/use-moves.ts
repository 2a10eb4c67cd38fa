import { type ControlRoom, getControlRoom, type Move, moveShow } from '@rollcall/contract/show'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { callApi } from '#api/call-api.ts'
import { refreshUncarried } from '#api/live.ts'
import { storeAnswer } from '#api/store-answer.ts'
import { controlRoomQuery, roomKey } from './queries.ts'

/** For presses that came too late or too soon. The page shows the show's state, so it need not say so. */
const QUIET_CODES = ['show_moved', 'blur_running']

/** `start-chosen`: goes live with the board and rank chosen in the control room, on any device. */
export type Press = Move | { readonly kind: 'start-chosen' }

export interface Moves {
  /** Makes the move on the version of the show that the page knows. Does nothing while the show cannot be moved. */
  readonly make: (press: Press) => void
  /** A move is under way, or the rows it uncovered are still blurred. */
  readonly isBusy: boolean
  readonly failure: Error | null
}

/** The organiser's presses, on any device. */
export function useMoves(eventId: string, room: ControlRoom): Moves {
  const client = useQueryClient()
  const isBlurred = useBlur(room)
  // The second press of a double click arrives before the page is redrawn.
  const isPressed = useRef(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (press: Press) => {
      const params = { id: eventId }
      const move =
        press.kind === 'start-chosen' ? startMove(await callApi(getControlRoom, { params })) : press
      return callApi(moveShow, { params, body: { version: room.version, move } })
    },
    onSuccess: (moved) => storeAnswer(client, controlRoomQuery(eventId), moved),
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

/** A streamer's board, by their user id, All Streamers, the league's table, or the table of its teams. */
export type BoardChoice = number | 'all' | 'table' | 'teams'

/** The chosen board, as long as the event still has it. */
export function chosenBoard({ streamers, boardUserId, boardOf, league }: ControlRoom): BoardChoice {
  if (league !== null && (boardOf === 'table' || (boardOf === 'teams' && league.hasTeams))) {
    return boardOf
  }
  return streamers.find(({ userId }) => userId === boardUserId)?.userId ?? 'all'
}

/** The same as the server has it. */
export function boardAs(choice: BoardChoice) {
  return {
    userId: typeof choice === 'number' ? choice : null,
    boardOf: choice === 'table' || choice === 'teams' ? choice : ('event' as const),
  }
}

function startMove(room: ControlRoom): Move {
  const { startRank } = room
  return { kind: 'start', phase: 'live', startRank, ...boardAs(chosenBoard(room)) }
}

/** Whether the server still refuses moves, until the time it named has passed. */
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
