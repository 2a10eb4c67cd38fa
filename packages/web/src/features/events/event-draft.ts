/** An event as it is being typed; rules of spec.md sections 4 and 5. Pure. */

import type { BodyInput } from '@rollcall/contract/endpoint'
import type { createSingleEvent } from '@rollcall/contract/events'

export interface Streamer {
  /** The user's id. */
  readonly value: number
  readonly label: string
}

/** YYYY-MM-DD; empty where there is none yet. */
export interface Days {
  readonly startDate: string
  readonly endDate: string
}

export interface EventDraft extends Days {
  readonly name: string
  readonly participants: readonly Streamer[]
  /** null: none chosen yet. */
  readonly leaderboard: number | null
}

export interface SingleDraft extends EventDraft {
  /** null: not answered yet. */
  readonly hasMultiple: boolean | null
}

export const emptyEvent: EventDraft = {
  name: '',
  startDate: '',
  endDate: '',
  participants: [],
  leaderboard: null,
}

export const emptySingle: SingleDraft = { ...emptyEvent, hasMultiple: null }

/** A start after the end, or without one, takes the end along. */
export function startingOn({ endDate }: Days, startDate: string): Days {
  const isCarried = startDate !== '' && (endDate === '' || endDate < startDate)
  return { startDate, endDate: isCarried ? startDate : endDate }
}

/** An end before the start takes the start along. */
export function endingOn({ startDate }: Days, endDate: string): Days {
  const isCarried = endDate !== '' && endDate < startDate
  return { startDate: isCarried ? endDate : startDate, endDate }
}

/** What an event needs whatever its form, in words for a list of it. */
export function missingOfEvent(draft: EventDraft): string[] {
  return [
    ...(draft.name.trim() === '' ? ['a name'] : []),
    ...(draft.startDate === '' ? ['a start date'] : []),
    ...(draft.endDate === '' ? ['an end date'] : []),
    ...(draft.leaderboard === null ? ['a leaderboard'] : []),
  ]
}

export function missingOfSingle(draft: SingleDraft): string[] {
  const { hasMultiple, participants } = draft
  return [
    ...missingOfEvent(draft),
    ...(hasMultiple === null ? ['whether there are multiple participants'] : []),
    ...(hasMultiple === true && participants.length === 0 ? ['at least one participant'] : []),
  ]
}

export function bodyOfSingle(
  draft: SingleDraft,
  timeZone: string,
): BodyInput<typeof createSingleEvent> {
  const participants = draft.hasMultiple ? draft.participants : []
  return { ...bodyOfEvent({ ...draft, participants }), timeZone }
}

/** 0 is no leaderboard: the server refuses it with a sentence. */
export function bodyOfEvent({ name, startDate, endDate, participants, leaderboard }: EventDraft) {
  return {
    name: name.trim(),
    startDate,
    endDate,
    participants: participants.map(({ value }) => value),
    leaderboard: leaderboard ?? 0,
  }
}
