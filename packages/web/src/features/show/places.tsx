import type { ControlRoom } from '@rollcall/contract/show'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import classes from './control-room.module.css'
import { controlRoomQuery, standingsQuery } from './queries.ts'
import { overlaySentence, participantsSentence, publicPageSentence } from './shown-places.ts'

interface PlacesProps {
  readonly eventId: string
  readonly room: ControlRoom
}

/** What each place besides the stage shows. No live region: its seconds would be read out one by one. */
export function Places({ eventId, room }: PlacesProps) {
  const { dataUpdatedAt } = useQuery(controlRoomQuery(eventId))
  const passedMs = usePassedMs(dataUpdatedAt, room.coming.length > 0)
  const isStandings = room.phase === 'waiting' && room.overlay.scene === 'standings'
  const { data: standings } = useQuery({ ...standingsQuery(eventId), enabled: isStandings })
  const count = isStandings ? (standings?.total ?? null) : null
  return (
    <ul className={classes.places} aria-label="What each place shows now">
      <li>Overlay: {overlaySentence(room, count)}</li>
      <li>Public page: {publicPageSentence(room, passedMs)}</li>
      <li>Participants: {participantsSentence(room, passedMs)}</li>
    </ul>
  )
}

const TICK_MS = 250

/** Goes on only while something counts down. */
function usePassedMs(sinceMs: number, isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(sinceMs)
  useEffect(() => {
    if (isRunning) {
      const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
      return () => clearInterval(timer)
    }
    return undefined
  }, [isRunning])
  return Math.max(0, nowMs - sinceMs)
}
