/** A series as it is being typed: which rows are complete, and what is copied to them. Pure. */
import type { BodyInput } from '@rollcall/contract/endpoint'
import {
  type createEventSeries,
  MAX_SERIES_EVENTS,
  MIN_SERIES_NAME_LENGTH,
} from '@rollcall/contract/events'
import { isVisible } from '@rollcall/scoring/names'
import {
  type Defaults,
  type EventDraft,
  emptyEvent,
  makeEventBody,
  type StreamerOption,
  withOrganiser,
} from '../event-draft.ts'
import { texts } from './texts.ts'

const { missing, series } = texts

export interface RowDraft extends EventDraft {
  /** Identifies the row; never shown. */
  readonly key: number
}

export interface SeriesDraft {
  readonly name: string
  readonly hasMultipleStreamers: boolean | null
  readonly hasSameStreamers: boolean | null
  readonly streamers: readonly StreamerOption[]
  /** Then the organiser is not added any more. */
  readonly hasRemovedStreamers: boolean
  readonly hasSameLeaderboard: boolean | null
  readonly leaderboard: number | null
  readonly events: readonly RowDraft[]
}

export const emptySeries: SeriesDraft = {
  name: '',
  hasMultipleStreamers: null,
  hasSameStreamers: null,
  streamers: [],
  hasRemovedStreamers: false,
  hasSameLeaderboard: null,
  leaderboard: null,
  events: [],
}

/** Longer leaderboard names are cut. */
export const SERIES_LABEL_LENGTH = 100
/** One streamer alone would not be worth sharing. */
const MIN_SHARED_STREAMERS = 2

function withEveryRow(draft: SeriesDraft, change: Partial<EventDraft>): SeriesDraft {
  return { ...draft, events: draft.events.map((row) => ({ ...row, ...change })) }
}

/** The same with its defaults, whenever they become known. Rows with streamers of their own keep them. */
export function withDefaults(
  draft: SeriesDraft,
  { organiser, leaderboard }: Defaults,
): SeriesDraft {
  const filled =
    draft.hasSameLeaderboard && draft.leaderboard === null
      ? chooseLeaderboard(draft, leaderboard)
      : draft
  const { hasMultipleStreamers, hasSameStreamers, hasRemovedStreamers } = filled
  if (!hasMultipleStreamers || hasRemovedStreamers) {
    return filled
  }
  const streamers = withOrganiser(filled.streamers, organiser)
  const withStreamers = { ...filled, streamers }
  return hasSameStreamers ? withEveryRow(withStreamers, { participants: streamers }) : withStreamers
}

export function answerMultiple(draft: SeriesDraft, hasMultipleStreamers: boolean): SeriesDraft {
  if (hasMultipleStreamers) {
    return { ...draft, hasMultipleStreamers }
  }
  const nobody = { hasSameStreamers: null, streamers: [], hasRemovedStreamers: false }
  return withEveryRow({ ...draft, ...nobody, hasMultipleStreamers }, { participants: [] })
}

export function answerSameStreamers(draft: SeriesDraft, hasSameStreamers: boolean): SeriesDraft {
  const answered = { ...draft, hasSameStreamers }
  return hasSameStreamers ? withEveryRow(answered, { participants: draft.streamers }) : answered
}

export function chooseStreamers(
  draft: SeriesDraft,
  streamers: readonly StreamerOption[],
): SeriesDraft {
  const hasRemovedStreamers = draft.hasRemovedStreamers || streamers.length < draft.streamers.length
  return withEveryRow({ ...draft, streamers, hasRemovedStreamers }, { participants: streamers })
}

export function answerSameLeaderboard(
  draft: SeriesDraft,
  hasSameLeaderboard: boolean,
): SeriesDraft {
  const answered = { ...draft, hasSameLeaderboard }
  return hasSameLeaderboard ? chooseLeaderboard(answered, draft.leaderboard) : answered
}

export function chooseLeaderboard(draft: SeriesDraft, leaderboard: number | null): SeriesDraft {
  return withEveryRow({ ...draft, leaderboard }, { leaderboard })
}

export function addEvent(draft: SeriesDraft, firstDay = ''): SeriesDraft {
  const row: RowDraft = {
    ...emptyEvent,
    startDate: firstDay,
    endDate: firstDay,
    participants: draft.streamers,
    leaderboard: draft.hasSameLeaderboard ? draft.leaderboard : null,
    key: 1 + Math.max(0, ...draft.events.map(({ key }) => key)),
  }
  return { ...draft, events: [...draft.events, row] }
}

export function changeEventRow(
  draft: SeriesDraft,
  { key, change }: { key: number; change: Partial<EventDraft> },
): SeriesDraft {
  const events = draft.events.map((row) => (row.key === key ? { ...row, ...change } : row))
  return { ...draft, events }
}

export function removeEvent(draft: SeriesDraft, key: number): SeriesDraft {
  return { ...draft, events: draft.events.filter((row) => row.key !== key) }
}

/** Whether the row has all its own values; shared values are checked once for all rows. */
function isComplete(draft: SeriesDraft, row: EventDraft): boolean {
  const { name, startDate, endDate, participants, leaderboard } = row
  const hasOwnStreamers = draft.hasMultipleStreamers === true && draft.hasSameStreamers === false
  return (
    isVisible(name) &&
    startDate !== '' &&
    endDate !== '' &&
    (!hasOwnStreamers || participants.length > 0) &&
    (draft.hasSameLeaderboard !== false || (leaderboard ?? 0) > 0)
  )
}

function listMissingParts(draft: SeriesDraft, minStreamers: number): string[] {
  const { hasMultipleStreamers, hasSameStreamers, hasSameLeaderboard } = draft
  const isUnanswered =
    hasMultipleStreamers === null ||
    (hasMultipleStreamers && hasSameStreamers === null) ||
    hasSameLeaderboard === null
  const isShort = hasSameStreamers === true && draft.streamers.length < minStreamers
  return [
    ...(isUnanswered ? [missing.answers] : []),
    ...(isShort ? [minStreamers > 1 ? missing.sharedStreamers : missing.streamers] : []),
    ...(hasSameLeaderboard && draft.leaderboard === null ? [missing.leaderboard] : []),
    ...draft.events.flatMap((row, index) =>
      isComplete(draft, row) ? [] : [missing.rest(series.event(index + 1))],
    ),
  ]
}

export function listMissingForNextEvent(draft: SeriesDraft): string[] {
  return listMissingParts(draft, MIN_SHARED_STREAMERS)
}

export function hasRoomForEvents({ events }: SeriesDraft): boolean {
  return events.length < MAX_SERIES_EVENTS
}

export function listMissingForSeries(draft: SeriesDraft): string[] {
  return [
    ...(!isVisible(draft.name) || draft.name.trim().length < MIN_SERIES_NAME_LENGTH
      ? [missing.name]
      : []),
    ...listMissingParts(draft, 1),
    ...(draft.events.length === 0 ? [missing.events] : []),
  ]
}

export function makeSeriesBody(
  draft: SeriesDraft,
  timeZone: string,
): BodyInput<typeof createEventSeries> {
  return { seriesName: draft.name.trim(), events: draft.events.map(makeEventBody), timeZone }
}
