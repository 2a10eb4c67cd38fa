/** An event as it is being created or changed: its days, what is missing, what is sent. Pure. */

import type { BodyInput, Endpoint } from '@rollcall/contract/endpoint'
import { type createSingleEvent, isTooLong, type updateEvent } from '@rollcall/contract/events'
import { isVisible } from '@rollcall/scoring/names'
import { problemIn } from '@rollcall/scoring/problem'
import { currentLanguage } from '#texts/language.ts'
import { formatDays } from '#ui/format-instant.ts'
import { streamerName } from '#ui/streamer-name.ts'
import type { EventDetail } from './queries.ts'
import { texts } from './texts.ts'

export interface StreamerOption {
  readonly value: number
  readonly label: string
  readonly picture?: string | null
  readonly note?: string
}

/** YYYY-MM-DD; empty until a day is chosen. */
export interface Days {
  readonly startDate: string
  readonly endDate: string
}

export interface EventDraft extends Days {
  readonly name: string
  readonly participants: readonly StreamerOption[]
  readonly leaderboard: number | null
  /** HH:MM; empty: no show is planned. Absent if the server does not know of it. */
  readonly showTime?: string
}

export interface SingleDraft extends EventDraft {
  readonly hasMultiple: boolean | null
  /** Then the organiser is not added any more. */
  readonly hasRemovedStreamers: boolean
}

/** What a new event has until somebody chooses something else; null: not known yet, or nothing in particular. */
export interface Defaults {
  readonly organiser: StreamerOption | null
  /** The only one there is. */
  readonly leaderboard: number | null
}

export const emptyEvent: EventDraft = {
  name: '',
  startDate: '',
  endDate: '',
  participants: [],
  leaderboard: null,
  showTime: '',
}

export const emptySingle: SingleDraft = {
  ...emptyEvent,
  hasMultiple: null,
  hasRemovedStreamers: false,
}

/** Today in the browser's time zone. */
export function today(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** What is wrong with each field, to be shown beside it. */
export type EventProblems = Partial<Record<keyof EventDraft, string>>

export function findProblems(draft: EventDraft): EventProblems {
  const { name, startDate, endDate, leaderboard } = draft
  const tooLong = lengthProblem(draft)
  return {
    ...(!isVisible(name) && { name: texts.problems.name }),
    ...(startDate === '' && { startDate: texts.problems.startDate }),
    ...(tooLong !== null && { endDate: tooLong }),
    ...(endDate !== '' && endDate < startDate && { endDate: texts.problems.order }),
    ...(endDate === '' && { endDate: texts.problems.endDate }),
    ...(leaderboard === null && { leaderboard: texts.problems.leaderboard }),
  }
}

/** For forms that always ask for participants. */
export function findAllProblems(draft: EventDraft): EventProblems {
  return {
    ...findProblems(draft),
    ...(draft.participants.length === 0 && { participants: texts.problems.participants }),
  }
}

/** Sets the start; if it is after the end, or there is no end, the end moves with it. */
export function startingOn({ endDate }: Days, startDate: string): Days {
  const movesBoth = startDate !== '' && (endDate === '' || endDate < startDate)
  return { startDate, endDate: movesBoth ? startDate : endDate }
}

/** Sets the end; if it is before the start, the start moves with it. */
export function endingOn({ startDate }: Days, endDate: string): Days {
  const movesBoth = endDate !== '' && endDate < startDate
  return { startDate: movesBoth ? endDate : startDate, endDate }
}

/** The other day, which moved because one was changed, and a sentence that says so. */
export interface MovedDay {
  readonly field: keyof Days
  readonly to: string
  readonly sentence: string
}

export function movedDay(before: Days, after: Days, changed: keyof Days): MovedDay | null {
  const field = changed === 'startDate' ? 'endDate' : 'startDate'
  const [from, to] = [before[field], after[field]]
  // A year that is still being typed does not count.
  if (from === to || to < '2000') {
    return null
  }
  const sentence =
    from === ''
      ? texts.filled[field](formatDays(to))
      : texts.moved[field](formatDays(from), formatDays(to))
  return { field, to, sentence }
}

/** What is wrong with days that are too far apart; a year that is still being typed is ignored. */
export function lengthProblem({ startDate, endDate }: Days): string | null {
  return startDate >= '2000' && isTooLong(startDate, endDate) ? texts.problems.tooLong : null
}

function listMissing(draft: EventDraft): string[] {
  const { missing } = texts
  return [
    ...(!isVisible(draft.name) ? [missing.name] : []),
    ...(draft.startDate === '' ? [missing.startDate] : []),
    ...(draft.endDate === '' ? [missing.endDate] : []),
    ...(draft.leaderboard === null ? [missing.leaderboard] : []),
  ]
}

/** The same with its defaults, whenever they become known. */
export function withDefaults(
  draft: SingleDraft,
  { organiser, leaderboard }: Defaults,
): SingleDraft {
  const { hasMultiple, hasRemovedStreamers, participants } = draft
  return {
    ...draft,
    leaderboard: draft.leaderboard ?? leaderboard,
    participants:
      hasMultiple && !hasRemovedStreamers ? withOrganiser(participants, organiser) : participants,
  }
}

/** With several streamers, the organiser is one of them. */
export function withOrganiser(
  streamers: readonly StreamerOption[],
  organiser: StreamerOption | null,
): readonly StreamerOption[] {
  return organiser === null || streamers.some(({ value }) => value === organiser.value)
    ? streamers
    : [organiser, ...streamers]
}

export function listMissingForSingle(draft: SingleDraft): string[] {
  const { hasMultiple, participants } = draft
  return [
    ...listMissing(draft),
    ...(hasMultiple === null || (hasMultiple && participants.length === 0)
      ? [texts.missing.participants]
      : []),
  ]
}

export function makeSingleBody(
  draft: SingleDraft,
  timeZone: string,
): BodyInput<typeof createSingleEvent> {
  const participants = draft.hasMultiple ? draft.participants : []
  return { ...makeEventBody({ ...draft, participants }), timeZone }
}

/** 0 stands for no leaderboard, which the server refuses with a sentence. */
export function makeEventBody(draft: EventDraft) {
  const { name, startDate, endDate, participants, leaderboard, showTime } = draft
  return {
    name: name.trim(),
    startDate,
    endDate,
    participants: participants.map(({ value }) => value),
    leaderboard: leaderboard ?? 0,
    ...(showTime && { showTime }),
  }
}

export function toDraft(event: EventDetail): EventDraft {
  return {
    name: event.name,
    startDate: toDay(event.startAt),
    endDate: toDay(event.endAt),
    leaderboard: event.leaderboard_config_id,
    ...(event.showTime !== undefined && { showTime: event.showTime ?? '' }),
    participants: event.participantUsers.map(({ id, profileImageUrl, hasResults, ...names }) => ({
      value: id,
      label: streamerName(names),
      picture: profileImageUrl ?? null,
      ...(hasResults && { note: texts.fields.hasResults }),
    })),
  }
}

/** Days are shown as YYYY-MM-DD, even if an answer has instants. */
export function toDay(day: string): string {
  return day.slice(0, 'YYYY-MM-DD'.length)
}

/** Name and start can be changed only before the event has begun. */
export function hasBegun(event: Pick<EventDetail, 'startAt' | 'startsAt'>, now: Date): boolean {
  return now >= new Date(event.startsAt ?? event.startAt)
}

export function hasEnded(event: Pick<EventDetail, 'endAt' | 'endsAt'>, now: Date): boolean {
  return now >= new Date(event.endsAt ?? `${toDay(event.endAt)}T24:00:00`)
}

/** The draft without changes that are no longer allowed, even if they were typed before the start. */
export function keepEditable(draft: EventDraft, { event, now }: { event: EventDetail; now: Date }) {
  if (!hasBegun(event, now)) {
    return draft
  }
  return { ...draft, name: event.name, startDate: toDay(event.startAt) }
}

export function listMissingForChange(draft: EventDraft): string[] {
  const isEmpty = draft.participants.length === 0
  return [...listMissing(draft), ...(isEmpty ? [texts.missing.participants] : [])]
}

export function makeUpdateBody(draft: EventDraft): BodyInput<typeof updateEvent> {
  const { name, startDate, endDate, leaderboard, participants } = makeEventBody(draft)
  return {
    name,
    startAt: startDate,
    endAt: endDate,
    leaderboard_config_id: leaderboard,
    participants,
    ...(draft.showTime !== undefined && { showTime: draft.showTime || null }),
  }
}

/**
 * What to ask about before a change is saved, as sentences: changes to an event that has ended, whose results
 * everybody has seen, and changes that cannot be undone. Empty if there is nothing to ask.
 */
export function listConsequences(
  draft: EventDraft,
  { event, now }: { event: EventDetail; now: Date },
): string[] {
  const sealed = listSealConsequences(draft, event)
  if (!hasEnded(event, now)) {
    const begins =
      !hasBegun(event, now) &&
      draft.startDate !== toDay(event.startAt) &&
      draft.startDate <= today(now)
    return [...(begins ? [texts.consequences.begins] : []), ...sealed]
  }
  const remaining = new Set(draft.participants.map(({ value }) => value))
  const current = new Set(event.participantUsers.map(({ id }) => id))
  const removed = event.participantUsers.filter(
    ({ id, hasResults }) => hasResults && !remaining.has(id),
  )
  const added = draft.participants.filter(({ value }) => !current.has(value))
  return [
    ...(draft.leaderboard === event.leaderboard_config_id ? [] : [texts.consequences.leaderboard]),
    ...(removed.length === 0 ? [] : [texts.consequences.removed(removed.map(streamerName))]),
    ...(added.length === 0 ? [] : [texts.consequences.added(added.map(({ label }) => label))]),
    ...(draft.endDate === toDay(event.endAt) ? [] : [texts.consequences.endDate]),
    ...sealed,
  ]
}

/** Which held games the change would open for good, as sentences. */
export function listSealConsequences(draft: EventDraft, event: EventDetail): string[] {
  const agreed = event.participantUsers.filter(({ hasAgreedToSeal }) => hasAgreedToSeal)
  const remaining = new Set(draft.participants.map(({ value }) => value))
  const removed = agreed.filter(({ id }) => !remaining.has(id))
  const hasOtherDays =
    draft.startDate !== toDay(event.startAt) || draft.endDate !== toDay(event.endAt)
  return [
    ...(removed.length === 0 ? [] : [texts.consequences.unsealed(removed.map(streamerName))]),
    ...(hasOtherDays && agreed.length > 0 ? [texts.consequences.otherDays] : []),
  ]
}

export function isSameDraft(one: EventDraft, other: EventDraft): boolean {
  return JSON.stringify(makeUpdateBody(one)) === JSON.stringify(makeUpdateBody(other))
}

/** @throws {Error} with the contract's own sentence, without asking the server */
export function checkedBody<E extends Endpoint>(endpoint: E, body: BodyInput<E>): BodyInput<E> {
  const issue = endpoint.body?.safeParse(body).error?.issues[0]
  if (issue) {
    throw new Error(currentLanguage().problemText(problemIn(issue) ?? { error: issue.message }))
  }
  return body
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
