import type { ControlRoom } from '@rollcall/contract/show'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { controlRoomQuery, standingsQuery } from '../queries.ts'
import classes from './control-room.module.css'
import { overlaySentence, participantsSentence, publicPageSentence } from './shown-places.ts'
import { texts } from './texts.ts'

const { places } = texts

interface PlacesProps {
  readonly eventId: string
  readonly room: ControlRoom
}

/** What each place except the stage shows. Not a live region, because its seconds would be read out one by one. */
export function Places({ eventId, room }: PlacesProps) {
  const { dataUpdatedAt } = useQuery(controlRoomQuery(eventId))
  const passedMs = usePassedMs(dataUpdatedAt, room.coming.length > 0)
  const isStandings = room.phase === 'waiting' && room.overlay.scene === 'standings'
  const { data: standings } = useQuery({
    ...standingsQuery(eventId),
    enabled: isStandings && room.may.seeHiddenRows,
  })
  const count = isStandings ? (standings?.total ?? null) : null
  return (
    <ul className={classes.places} aria-label={places.label}>
      <li>{places.overlay(overlaySentence(room, count))}</li>
      <li>{places.publicPage(publicPageSentence(room, passedMs))}</li>
      <li>{places.participants(participantsSentence(room, passedMs))}</li>
    </ul>
  )
}

const TICK_MS = 250

/** How much time has passed, updated only while something counts down. */
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
