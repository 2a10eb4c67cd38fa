/** An event as it is being typed or changed: its days, what is missing, what is sent. Pure. */

import type { BodyInput, Endpoint } from '@rollcall/contract/endpoint'
import {
  type createSingleEvent,
  EVENT_TOO_LONG,
  isTooLong,
  type updateEvent,
} from '@rollcall/contract/events'
import { formatDays } from '#ui/format-instant.ts'
import type { EventDetail } from './queries.ts'

export interface Streamer {
  readonly value: number
  readonly label: string
  readonly picture?: string | null
  readonly note?: string
}

/** YYYY-MM-DD; empty where there is none yet. */
export interface Days {
  readonly startDate: string
  readonly endDate: string
}

export interface EventDraft extends Days {
  readonly name: string
  readonly participants: readonly Streamer[]
  readonly leaderboard: number | null
}

export interface SingleDraft extends EventDraft {
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

/** The day that it is where the browser is. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What is wrong with each field, to be said beside it. */
export type EventProblems = Partial<Record<keyof EventDraft, string>>

export function problemsOfEvent(draft: EventDraft): EventProblems {
  const { name, startDate, endDate, leaderboard } = draft
  const tooLong = lengthProblem(draft)
  return {
    ...(name.trim() === '' && { name: 'Enter a name.' }),
    ...(startDate === '' && { startDate: 'Choose a start date.' }),
    ...(tooLong !== null && { endDate: tooLong }),
    ...(endDate !== '' &&
      endDate < startDate && { endDate: 'The end date must not be before the start date.' }),
    ...(endDate === '' && { endDate: 'Choose an end date.' }),
    ...(leaderboard === null && { leaderboard: 'Choose a leaderboard.' }),
  }
}

export const NOBODY = 'Choose at least one participant.'

/** Of a draft with participants. */
export function problemsOfChange(draft: EventDraft): EventProblems {
  return {
    ...problemsOfEvent(draft),
    ...(draft.participants.length === 0 && { participants: NOBODY }),
  }
}

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

/** The other day that a change of one has moved, as a sentence; null where it stayed. */
export interface MovedDay {
  readonly field: keyof Days
  readonly to: string
  readonly sentence: string
}

export function movedDay(before: Days, after: Days, changed: keyof Days): MovedDay | null {
  const field = changed === 'startDate' ? 'endDate' : 'startDate'
  const [from, to] = [before[field], after[field]]
  // A year that is still being typed moves nothing for good.
  if (from === to || to < '2000') {
    return null
  }
  const name = field === 'startDate' ? 'start date' : 'end date'
  const sentence =
    from === ''
      ? `The ${name} is now ${formatDays(to, to)} too.`
      : `The ${name} moved from ${formatDays(from, from)} to ${formatDays(to, to)}, because an event cannot end before it starts.`
  return { field, to, sentence }
}

/** What is wrong with days that are too far apart; a year that is still being typed is not looked at. */
export function lengthProblem({ startDate, endDate }: Days): string | null {
  return startDate >= '2000' && isTooLong(startDate, endDate) ? EVENT_TOO_LONG : null
}

function missingOfEvent(draft: EventDraft): string[] {
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

export function draftOf(event: EventDetail): EventDraft {
  return {
    name: event.name,
    startDate: dayOf(event.startAt),
    endDate: dayOf(event.endAt),
    leaderboard: event.leaderboard_config_id,
    participants: event.participantUsers.map(({ id, username, profileImageUrl, hasResults }) => ({
      value: id,
      label: username,
      picture: profileImageUrl ?? null,
      ...(hasResults && { note: 'Results in' }),
    })),
  }
}

/** Days are shown as YYYY-MM-DD, also where an answer has instants. */
export function dayOf(day: string): string {
  return day.slice(0, 'YYYY-MM-DD'.length)
}

/** Name and start are editable only while the event has not begun. */
export function hasBegun(event: Pick<EventDetail, 'startAt' | 'startsAt'>, now: Date): boolean {
  return now >= new Date(event.startsAt ?? event.startAt)
}

export function hasEnded(event: Pick<EventDetail, 'endAt' | 'endsAt'>, now: Date): boolean {
  return now >= new Date(event.endsAt ?? `${dayOf(event.endAt)}T24:00:00`)
}

/** The draft without what may no longer be changed, even where it was typed before the start. */
export function allowedOf(draft: EventDraft, { event, now }: { event: EventDetail; now: Date }) {
  if (!hasBegun(event, now)) {
    return draft
  }
  return { ...draft, name: event.name, startDate: dayOf(event.startAt) }
}

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

const names = new Intl.ListFormat('en')

/**
 * What must be asked before a change is saved, as sentences: what everybody has seen of an event that has
 * ended, and what nobody can change back. None: it can be undone.
 */
export function consequencesOf(
  draft: EventDraft,
  { event, now }: { event: EventDetail; now: Date },
): string[] {
  const sealed = consequencesOfSeal(draft, event)
  if (!hasEnded(event, now)) {
    const begins =
      !hasBegun(event, now) &&
      draft.startDate !== dayOf(event.startAt) &&
      draft.startDate <= today(now)
    return [
      ...(begins
        ? ['It begins at once, and its name and start date can no longer be changed.']
        : []),
      ...sealed,
    ]
  }
  const stays = new Set(draft.participants.map(({ value }) => value))
  const took = new Set(event.participantUsers.map(({ id }) => id))
  const removed = event.participantUsers.filter(
    ({ id, hasResults }) => hasResults && !stays.has(id),
  )
  const added = draft.participants.filter(({ value }) => !took.has(value))
  return [
    ...(draft.leaderboard === event.leaderboard_config_id
      ? []
      : ['All points are counted anew by the other leaderboard configuration.']),
    ...(removed.length === 0
      ? []
      : [
          `The results of ${names.format(removed.map(({ username }) => username))} no longer count.`,
        ]),
    ...(added.length === 0
      ? []
      : [`The results of ${names.format(added.map(({ label }) => label))} count too.`]),
    ...(draft.endDate === dayOf(event.endAt) ? [] : ['With another end date, other games count.']),
    ...sealed,
  ]
}

/** What opens of the games that the event holds, which no later change hides again. */
export function consequencesOfSeal(draft: EventDraft, event: EventDetail): string[] {
  const agreed = event.participantUsers.filter(({ hasAgreedToSeal }) => hasAgreedToSeal)
  const stays = new Set(draft.participants.map(({ value }) => value))
  const removed = agreed.filter(({ id }) => !stays.has(id))
  const hasOtherDays =
    draft.startDate !== dayOf(event.startAt) || draft.endDate !== dayOf(event.endAt)
  return [
    ...(removed.length === 0
      ? []
      : [
          `Held games of ${names.format(removed.map(({ username }) => username))} open to everybody, for good.`,
        ]),
    ...(hasOtherDays && agreed.length > 0
      ? [
          'Held games of days that no longer count open for good, and streamers are asked about new days.',
        ]
      : []),
  ]
}

export function isSameDraft(one: EventDraft, other: EventDraft): boolean {
  return JSON.stringify(bodyOfChange(one)) === JSON.stringify(bodyOfChange(other))
}

/** @throws {Error} with the contract's own sentence: the server need not be asked */
export function checkedBody<E extends Endpoint>(endpoint: E, body: BodyInput<E>): BodyInput<E> {
  const problem = endpoint.body?.safeParse(body).error?.issues[0]
  if (problem) {
    throw new Error(problem.message)
  }
  return body
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
