/**
 * Who may do what to an event, a series, a show and a channel: the only table that says so.
 * docs/decisions/132-one-table-of-rights.md
 */
import { type RawBuilder, sql } from 'kysely'

/**
 * What somebody is to a thing. A person may have several roles; `stranger` is everybody who has no other. A moderator is
 * `trusted` if the organiser lets them see sealed results. An `event helper` helps with one of a series' events.
 */
export type Role =
  | 'owner'
  | 'co-organiser'
  | 'moderator'
  | 'trusted moderator'
  | 'event helper'
  | 'participant'
  | 'racer'
  | 'admin'
  | 'stranger'

const ORGANISERS = ['owner', 'co-organiser', 'admin'] as const
/** They see everything before it is shown. */
const TRUSTED = [...ORGANISERS, 'trusted moderator'] as const
const HELPERS = [...TRUSTED, 'moderator'] as const

export const RIGHTS = {
  event: {
    /** It is among their own events, in lists and in their calendar. */
    'list as own': ['owner', 'co-organiser', 'moderator', 'trusted moderator', 'participant'],
    /** Its boards, also before they are open, and that the event exists. */
    'see boards': [...HELPERS, 'participant'],
    /** Its boards, once everybody who is on them may see them. */
    'see open boards': [...HELPERS, 'participant', 'racer'],
    /** What its sealed show has not uncovered yet. */
    'see sealed results': TRUSTED,
    edit: ORGANISERS,
    /** Give bonuses and penalties, disqualify, take that back, and read the notes. */
    adjust: ORGANISERS,
    delete: ['owner', 'admin'],
    /** Say who helps to run it, and which moderators may see sealed results. */
    appoint: ['owner', 'admin'],
    /** Decide about their own part: leave, keep results sealed, let a show pause their overlay. */
    'take part': ['participant'],
    /** Object to its results as a round of a league. */
    object: ['participant', 'racer'],
  },
  series: {
    'list as own': ['owner', 'co-organiser', 'moderator', 'trusted moderator', 'event helper'],
    see: [...HELPERS, 'event helper', 'participant'],
    /** Also create its events, add them, take them out and put them in order. */
    edit: ORGANISERS,
    /** Decide about objections to its rounds. */
    'decide objections': HELPERS,
    delete: ['owner', 'admin'],
    appoint: ['owner', 'admin'],
    'take part': ['participant'],
  },
  show: {
    /** Have the control room and the stage, and make moves. */
    run: HELPERS,
    /** Rows that viewers have not seen: on the stage, and in the control room's list. */
    'see hidden rows': TRUSTED,
    /** Who sees it and when, and at which addresses. */
    'set up': ORGANISERS,
    /** Post its results in Discord. */
    post: ORGANISERS,
  },
  channel: {
    upload: ['owner', 'admin'],
    /** Upload for the development season. */
    'upload for development': ['admin'],
    /** Undo an upload, or have games that were taken as equal counted as others. */
    'correct uploads': ['owner'],
    /** Post its nights in Discord. */
    post: ['owner'],
    /** Take names off its boards, and put them back. */
    'choose names on boards': ['owner', 'admin'],
    /** Games that a sealed event holds, and days on which they were played. */
    'see held games': ['owner', 'admin'],
  },
} as const satisfies Record<string, Record<string, readonly Role[]>>

export type Noun = keyof typeof RIGHTS
export type Act<N extends Noun> = keyof (typeof RIGHTS)[N] & string

/** Somebody who wants to do or see something. */
export interface Viewer {
  userId: number
  isAdmin: boolean
}

/** Whether somebody with one of these roles may do it. */
export function may<N extends Noun>(noun: N, act: Act<N>, roles: readonly Role[]): boolean {
  const allowed: readonly Role[] = rolesFor(noun, act)
  return roles.some((role) => allowed.includes(role))
}

/** By role, whether the viewer has it in a query. A role that is missing is nobody's there. */
export type RoleConditions = Partial<Record<Role, (viewer: Viewer) => RawBuilder<boolean>>>

/** The same as a condition. */
export function mayInSql<N extends Noun>(
  noun: N,
  act: Act<N>,
  { conditions, viewer }: { conditions: RoleConditions; viewer: Viewer },
): RawBuilder<boolean> {
  const allowed = rolesFor(noun, act).flatMap((role) => conditions[role]?.(viewer) ?? [])
  return sql<boolean>`(${sql.join([sql`false`, ...allowed], sql` or `)})`
}

function rolesFor<N extends Noun>(noun: N, act: Act<N>): readonly Role[] {
  return (RIGHTS[noun] as Readonly<Record<Act<N>, readonly Role[]>>)[act]
}
