/** An event as it is being typed or changed: its days, what is missing, what is sent. Pure. */

import type { BodyInput, Endpoint } from '@rollcall/contract/endpoint'
import { type createSingleEvent, isTooLong, type updateEvent } from '@rollcall/contract/events'
import { currentLanguage } from '#texts/language.ts'
import { formatDays } from '#ui/format-instant.ts'
import type { EventDetail } from './queries.ts'
import { texts } from './texts.ts'

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
    ...(name.trim() === '' && { name: texts.problems.name }),
    ...(startDate === '' && { startDate: texts.problems.startDate }),
    ...(tooLong !== null && { endDate: tooLong }),
    ...(endDate !== '' && endDate < startDate && { endDate: texts.problems.order }),
    ...(endDate === '' && { endDate: texts.problems.endDate }),
    ...(leaderboard === null && { leaderboard: texts.problems.leaderboard }),
  }
}

/** Of a draft with participants. */
export function problemsOfChange(draft: EventDraft): EventProblems {
  return {
    ...problemsOfEvent(draft),
    ...(draft.participants.length === 0 && { participants: texts.problems.participants }),
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
  const sentence =
    from === ''
      ? texts.filled[field](formatDays(to))
      : texts.moved[field](formatDays(from), formatDays(to))
  return { field, to, sentence }
}

/** What is wrong with days that are too far apart; a year that is still being typed is not looked at. */
export function lengthProblem({ startDate, endDate }: Days): string | null {
  return startDate >= '2000' && isTooLong(startDate, endDate) ? texts.problems.tooLong : null
}

function missingOfEvent(draft: EventDraft): string[] {
  const { missing } = texts
  return [
    ...(draft.name.trim() === '' ? [missing.name] : []),
    ...(draft.startDate === '' ? [missing.startDate] : []),
    ...(draft.endDate === '' ? [missing.endDate] : []),
    ...(draft.leaderboard === null ? [missing.leaderboard] : []),
  ]
}

export function missingOfSingle(draft: SingleDraft): string[] {
  const { hasMultiple, participants } = draft
  return [
    ...missingOfEvent(draft),
    ...(hasMultiple === null ? [texts.missing.hasMultiple] : []),
    ...(hasMultiple === true && participants.length === 0 ? [texts.missing.participants] : []),
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
      ...(hasResults && { note: texts.fields.hasResults }),
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
  return [...missingOfEvent(draft), ...(isEmpty ? [texts.missing.participants] : [])]
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
    return [...(begins ? [texts.consequences.begins] : []), ...sealed]
  }
  const stays = new Set(draft.participants.map(({ value }) => value))
  const took = new Set(event.participantUsers.map(({ id }) => id))
  const removed = event.participantUsers.filter(
    ({ id, hasResults }) => hasResults && !stays.has(id),
  )
  const added = draft.participants.filter(({ value }) => !took.has(value))
  return [
    ...(draft.leaderboard === event.leaderboard_config_id ? [] : [texts.consequences.leaderboard]),
    ...(removed.length === 0
      ? []
      : [texts.consequences.removed(removed.map(({ username }) => username))]),
    ...(added.length === 0 ? [] : [texts.consequences.added(added.map(({ label }) => label))]),
    ...(draft.endDate === dayOf(event.endAt) ? [] : [texts.consequences.endDate]),
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
      : [texts.consequences.unsealed(removed.map(({ username }) => username))]),
    ...(hasOtherDays && agreed.length > 0 ? [texts.consequences.otherDays] : []),
  ]
}

export function isSameDraft(one: EventDraft, other: EventDraft): boolean {
  return JSON.stringify(bodyOfChange(one)) === JSON.stringify(bodyOfChange(other))
}

/** @throws {Error} with the contract's own sentence: the server need not be asked */
export function checkedBody<E extends Endpoint>(endpoint: E, body: BodyInput<E>): BodyInput<E> {
  const problem = endpoint.body?.safeParse(body).error?.issues[0]
  if (problem) {
    throw new Error(currentLanguage().problemText({ error: problem.message }))
  }
  return body
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
