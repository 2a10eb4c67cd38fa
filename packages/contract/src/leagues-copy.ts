/** A season after a season: a league's rules and rounds are copied, never its results. docs/decisions/167, 175. */
import { DAY_MS } from '@rollcall/formats/durations'
import * as z from 'zod/mini'
import { endpoint, id, idParams } from './endpoint.ts'
import { created, day, seriesName, Unauthorized } from './events.ts'
import { dayAfter } from './periods.ts'
import { MAX_TEAMS } from './team-rules.ts'

interface Days {
  /** YYYY-MM-DD */
  readonly startAt: string
  readonly endAt: string
}

/** The rounds' days if the earliest round begins on that day: their lengths and distances stay. */
export function copiedDays(rounds: readonly Days[], firstDay: string): Days[] {
  const first = rounds.map(({ startAt }) => startAt).toSorted()[0] ?? firstDay
  const later = Math.round((Date.parse(firstDay) - Date.parse(first)) / DAY_MS)
  return rounds.map(({ startAt, endAt }) => ({
    startAt: dayAfter(startAt, later),
    endAt: dayAfter(endAt, later),
  }))
}

export const copyLeague = endpoint({
  noun: 'events',
  method: 'POST',
  path: '/api/events/series/:id/copy',
  access: 'user',
  rateLimit: 'events',
  params: idParams,
  summary:
    'Makes a new series of the caller with the same rules, rounds and streamers, without any results',
  body: z.strictObject({
    name: seriesName,
    /** When the earliest round begins. */
    firstDay: day,
    /** The teams that come along with their captains and present members. */
    teams: z._default(z.array(id).check(z.maxLength(MAX_TEAMS)), []),
    /** Whether it has the same divisions, with those who are in them now. */
    withDivisions: z._default(z.boolean(), false),
  }),
  response: z.union([
    z.extend(created, {
      /** Streamers who do not take part, because they have left the series or do not let the caller add them. */
      leftOut: z.array(z.string()),
      /** The names of configurations of somebody else that are the caller's own copies in it. */
      configurations: z.array(z.string()),
    }),
    Unauthorized,
  ]),
  errors: [404, 409, 422],
})
