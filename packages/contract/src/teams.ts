/** Teams of a league: who is in them, what they have, and joining by a link. docs/scoring.md, Teams */
import * as z from 'zod/mini'
import { done, endpoint, idParams, numberInAddress } from './endpoint.ts'
import { Unauthorized } from './events.ts'
import { rowLabel } from './league-rows.ts'
import { Cell, LeagueRow } from './leagues.ts'
import { tokenParams } from './show-links.ts'
import { MAX_TEAM_NAME_LENGTH, TEAM_COLOR_NAMES, TeamRules } from './team-rules.ts'

const TeamColor = z.enum(TEAM_COLOR_NAMES)

const Member = z.object({
  id: z.number(),
  ...rowLabel,
  isCaptain: z.boolean(),
  /** When they joined and left, as instants; null: they are in the team. */
  joinedAt: z.string(),
  leftAt: z.nullable(z.string()),
})

/** Who is in a team, for those who may see it. */
export const Team = z.object({
  id: z.number(),
  name: z.string(),
  color: TeamColor,
  /** false: organisers decide who joins. */
  hasCaptain: z.boolean(),
  /** Those who are in the team, then those who have left it. */
  members: z.array(Member),
  /** How many of those who are in the team have hidden their names; `members` leaves them out. */
  hiddenMembers: z.number(),
  /** What the caller is to the team; null: nothing. */
  own: z.nullable(z.object({ id: z.number(), state: z.enum(['captain', 'member', 'asked']) })),
  /** For its captain and organisers. */
  deciding: z.nullable(
    z.object({
      /** Where people ask to join. */
      token: z.string(),
      /** Those who have asked, the first first. */
      asked: z.array(z.object({ id: z.number(), ...rowLabel, askedAt: z.string() })),
    }),
  ),
})
export type Team = z.infer<typeof Team>

const TeamCell = z.extend(Cell, {
  /** Whose points the team has, the best first. */
  counted: z.array(z.object({ ...rowLabel, points: z.number() })),
  /** The same of hidden members, together. */
  hidden: z.nullable(z.object({ members: z.number(), points: z.number() })),
})

const { rank, missing, total, rounds, decided } = LeagueRow.shape

export const TeamRow = z.extend(Team, {
  ...{ rank, missing, total, rounds },
  /** One for each round that counts. */
  cells: z.array(TeamCell),
  decided,
})
export type TeamRow = z.infer<typeof TeamRow>

const ofLeague = { noun: 'events', access: 'user', params: idParams, errors: [404] } as const

export const getTeams = endpoint({
  ...ofLeague,
  method: 'GET',
  path: '/api/events/series/:id/league/teams',
  rateLimit: 'search',
  summary: "A league's teams with their table, for those who may see the series",
  response: z.union([
    z.object({
      canEdit: z.boolean(),
      /** null: the league has no teams. */
      rules: z.nullable(TeamRules),
      /** The events that the table has, in order. */
      rounds: z.array(z.number()),
      teams: z.array(TeamRow),
    }),
    Unauthorized,
  ]),
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TEAM_NAME_LENGTH))

export const createTeam = endpoint({
  ...ofLeague,
  method: 'POST',
  path: '/api/events/series/:id/league/teams',
  rateLimit: 'events',
  summary: 'Makes a team of a league',
  errors: [404, 409, 422],
  body: z.strictObject({ name, color: TeamColor }),
  response: z.union([z.object({ id: z.number() }), Unauthorized]),
})

const ofTeam = {
  ...ofLeague,
  params: z.object({ id: numberInAddress, teamId: numberInAddress }),
  rateLimit: 'events',
} as const

export const changeTeam = endpoint({
  ...ofTeam,
  method: 'PUT',
  path: '/api/events/series/:id/league/teams/:teamId',
  summary: 'Changes the name, colour or captain of a team, for organisers',
  errors: [404, 409],
  body: z.strictObject({
    name,
    color: TeamColor,
    /** The membership; null: organisers decide who joins; absent: it stays as it is. */
    captain: z.optional(z.nullable(z.int())),
  }),
  response: z.union([done, Unauthorized]),
})

export const deleteTeam = endpoint({
  ...ofTeam,
  method: 'DELETE',
  path: '/api/events/series/:id/league/teams/:teamId',
  summary: 'Deletes a team with its history, for organisers',
  response: z.union([done, Unauthorized]),
})

export const replaceTeamLink = endpoint({
  ...ofTeam,
  method: 'POST',
  path: '/api/events/series/:id/league/teams/:teamId/link',
  summary:
    'Gives a team another link to join by, for its captain and organisers; the old one leads nowhere',
  response: z.union([z.object({ token: z.string() }), Unauthorized]),
})

const ofMember = {
  ...ofTeam,
  params: z.object({ id: numberInAddress, teamId: numberInAddress, memberId: numberInAddress }),
} as const

export const admitMember = endpoint({
  ...ofMember,
  method: 'PUT',
  path: '/api/events/series/:id/league/teams/:teamId/members/:memberId',
  summary: 'Lets somebody who has asked into a team, for its captain and organisers',
  errors: [404, 409],
  response: z.union([done, Unauthorized]),
})

export const removeMember = endpoint({
  ...ofMember,
  method: 'DELETE',
  path: '/api/events/series/:id/league/teams/:teamId/members/:memberId',
  summary:
    'Ends a membership or declines who has asked, for the captain and organisers; members leave by it, or no longer ask',
  response: z.union([done, Unauthorized]),
})

export const listOwnTeams = endpoint({
  noun: 'events',
  method: 'GET',
  path: '/api/events/own-teams',
  access: 'user',
  summary: 'The teams that the caller is in or has asked to join, by league',
  response: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      color: TeamColor,
      league: z.string(),
      token: z.string(),
      state: z.enum(['captain', 'member', 'asked']),
      /** How many wait for the caller's answer. */
      asking: z.number(),
    }),
  ),
})

const byLink = {
  noun: 'events',
  access: 'user',
  path: '/api/teams/:token',
  params: tokenParams,
} as const

export const getTeamByLink = endpoint({
  ...byLink,
  method: 'GET',
  rateLimit: 'search',
  summary: 'A team, for somebody who is signed in and has its link',
  errors: [404],
  response: z.object({
    seriesId: z.number(),
    league: z.string(),
    team: Team,
    rules: TeamRules,
    /** The team of the league that the caller is in or has asked to join, if it is another one. */
    otherTeam: z.nullable(z.string()),
    /** false: only streamers of the league can join, and the caller is none. */
    mayJoin: z.boolean(),
    /** The caller would join as a racer, and has hidden their name, so others see only that there is one more hidden member. */
    isHidden: z.boolean(),
  }),
})

export const askToJoin = endpoint({
  ...byLink,
  method: 'POST',
  rateLimit: 'events',
  summary: 'Asks to join a team; its captain or organisers decide',
  errors: [404, 409],
  response: done,
})
