/** What an event's organiser waits for or does next. */
import type { EventTodo } from '@rollcall/contract/events'
import { DAY_MS } from '@rollcall/formats/durations'

/** So long after the end, results may still arrive: the companion lists the event until then. */
const ARRIVING_MS = 7 * DAY_MS
/** So long after the end, a show is still to be expected. */
const REVEALED_WITHIN_MS = 30 * DAY_MS

interface Event {
  startsAt: Date
  endsAt: Date
  showAt: Date | null
  results: 'waiting' | 'revealing' | 'shown'
  participantCount: number
  resultCount: number
}

export function todoOf(event: Event, now: Date): EventTodo {
  const { startsAt, endsAt, showAt, results, participantCount, resultCount } = event
  if (results !== 'waiting') {
    return results === 'shown' ? 'revealed' : 'revealing'
  }
  if (now < startsAt) {
    return 'upcoming'
  }
  // A show may be planned for the last evening.
  const overMs = now.getTime() - Math.min(endsAt.getTime(), (showAt ?? endsAt).getTime())
  if (overMs < 0 || (resultCount < participantCount && overMs < ARRIVING_MS)) {
    return 'collecting'
  }
  return resultCount > 0 && overMs < REVEALED_WITHIN_MS ? 'ready' : 'ended'
}

/** Whether nothing is left to do. */
export const isDone = (todo: EventTodo) => todo === 'revealed' || todo === 'ended'
