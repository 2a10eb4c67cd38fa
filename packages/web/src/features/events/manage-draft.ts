/** An event as it is being changed; which of it may be, and what is sent. Pure. */
import type { BodyInput } from '@rollcall/contract/endpoint'
import type { EventDetail, updateEvent } from '@rollcall/contract/events'
import { bodyOfEvent, type EventDraft, missingOfEvent } from './event-draft.ts'

export function draftOf(event: EventDetail): EventDraft {
  return {
    name: event.name,
    startDate: event.startAt,
    endDate: event.endAt,
    leaderboard: event.leaderboard_config_id,
    participants: event.participantUsers.map(({ id, username }) => ({
      value: id,
      label: username,
    })),
  }
}

/** Name and start are editable only while the event has not begun. */
export function hasBegun(event: EventDetail, now: Date): boolean {
  return now >= new Date(event.startsAt)
}

/** The draft without what may no longer be changed, even where it was typed before the start. */
export function allowedOf(draft: EventDraft, { event, now }: { event: EventDetail; now: Date }) {
  if (!hasBegun(event, now)) return draft
  return { ...draft, name: event.name, startDate: event.startAt }
}

/** What stands before saving, in words for a list of it. */
export function missingOfChange(draft: EventDraft): string[] {
  const isEmpty = draft.participants.length === 0
  return [...missingOfEvent(draft), ...(isEmpty ? ['at least one participant'] : [])]
}

export function bodyOfChange(draft: EventDraft): BodyInput<typeof updateEvent> {
  const { name, startDate, endDate, leaderboard, participants } = bodyOfEvent(draft)
  return {
    name,
    startAt: startDate,
    endAt: endDate,
    leaderboard_config_id: leaderboard,
    participants,
  }
}

export function isSameDraft(one: EventDraft, other: EventDraft): boolean {
  return JSON.stringify(bodyOfChange(one)) === JSON.stringify(bodyOfChange(other))
}
