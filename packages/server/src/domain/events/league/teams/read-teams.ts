/** Teams with those who are in them, as their viewer may see them. */
import type { TeamColor, TeamRules } from '@rollcall/contract/team-rules'
import type { Team } from '@rollcall/contract/teams'
import { HIDDEN_RACER, type RacerLabel } from '@rollcall/scoring/racer'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { labelAnywhere, looksAnywhere } from '../../../standings/racer-looks.ts'
import { labelsOfStreamers } from '../streamer-labels.ts'

/** The database would read whole tables for more. */
const NAMES_AT_ONCE = 1_000

interface StoredTeam {
  id: number
  name: string
  color: TeamColor
  captainId: number | null
  token: string
  isOfStreamers: boolean
}

interface StoredMember {
  id: number
  teamId: number
  userId: number
  askedAt: Date
  joinedAt: Date | null
  leftAt: Date | null
}

interface Reading {
  userId: number
  /** Whether the viewer organises the league. */
  canEdit: boolean
}

/** All teams of a league, in the order of their names. */
export const listTeams = (db: Db, seriesId: number, reading: Reading): Promise<Team[]> =>
  readTeams(db, sql`team.series_id = ${seriesId}`, reading)

/** @throws {ApiError} if it has been deleted */
export async function findTeam(db: Db, teamId: number, reading: Reading): Promise<Team> {
  const [team] = await readTeams(db, sql`team.id = ${teamId}`, reading)
  if (team === undefined) {
    throw new ApiError('no_such_team')
  }
  return team
}

/**
 * The team of a link, and its league.
 *
 * @throws {ApiError} if there is none, or its league has no teams
 */
export async function findLinked(
  db: Db,
  token: string,
): Promise<{
  id: number
  seriesId: number
  league: string
  rules: TeamRules
  isOfStreamers: boolean
}> {
  const found = await db
    .selectFrom('teams as team')
    .innerJoin('event_series as series', 'series.id', 'team.series_id')
    .select([
      ...(['team.id', 'series.id as seriesId', 'series.name as league'] as const),
      'team.of_streamers as isOfStreamers',
      sql<TeamRules | null>`series.league_rules -> 'teams'`.as('rules'),
    ])
    .where('team.token', '=', token)
    .executeTakeFirst()
  if (!found?.rules) {
    throw new ApiError('no_such_team')
  }
  return { ...found, rules: found.rules }
}

async function readTeams(db: Db, which: RawBuilder<unknown>, reading: Reading): Promise<Team[]> {
  const { rows: teams } = await sql<StoredTeam>`
    select team.id, team.name, team.color, team.captain_id as "captainId", team.token,
      team.of_streamers as "isOfStreamers"
    from teams as team where ${which}
    order by lower(team.name), team.id`.execute(db)
  const { rows: members } = await sql<StoredMember>`
    select member.id, member.team_id as "teamId", member.user_id as "userId",
      member.asked_at as "askedAt", member.joined_at as "joinedAt", member.left_at as "leftAt"
    from team_members as member join teams as team on team.id = member.team_id
    where ${which}
    order by member.left_at desc nulls first, member.joined_at, member.asked_at, member.id`.execute(
    db,
  )
  const names = await namesOf(
    db,
    members.map(({ userId }) => userId),
    // A league's teams are all of one kind.
    teams.some(({ isOfStreamers }) => isOfStreamers),
  )
  const byTeam = Map.groupBy(members, ({ teamId }) => teamId)
  return teams.map((team) => toTeam(team, byTeam.get(team.id) ?? [], { ...reading, names }))
}

function toTeam(
  { captainId, token, isOfStreamers: _, ...team }: StoredTeam,
  all: readonly StoredMember[],
  { userId, canEdit, names }: Reading & { names: Names },
): Team {
  const joined = all.flatMap(({ joinedAt, ...member }) =>
    joinedAt === null ? [] : [{ ...member, joinedAt }],
  )
  const shown = joined.flatMap((member) => {
    const label = names.get(member.userId)
    return label === undefined
      ? []
      : [
          {
            ...{ id: member.id, ...label },
            isCaptain: member.userId === captainId && member.leftAt === null,
            joinedAt: member.joinedAt.toISOString(),
            leftAt: member.leftAt?.toISOString() ?? null,
          },
        ]
  })
  const own = all.find((member) => member.userId === userId && member.leftAt === null)
  const asking = all.filter(({ joinedAt }) => joinedAt === null)
  const mayDecide = canEdit || captainId === userId
  return {
    ...team,
    hasCaptain: captainId !== null,
    members: shown,
    hiddenMembers: joined.filter((each) => each.leftAt === null && !names.has(each.userId)).length,
    own: own
      ? {
          id: own.id,
          state: own.joinedAt === null ? 'asked' : captainId === userId ? 'captain' : 'member',
        }
      : null,
    deciding: mayDecide
      ? {
          token,
          asked: asking.map((member) => ({
            id: member.id,
            ...(names.get(member.userId) ?? { racer_name: HIDDEN_RACER }),
            askedAt: member.askedAt.toISOString(),
          })),
        }
      : null,
  }
}

type Names = ReadonlyMap<number, RacerLabel>

/**
 * What people who show their names are called; others are not in it. Hiding a name hides a racer: as streamers, people are
 * called as their channels are.
 */
export async function namesOf(
  db: Db,
  userIds: readonly number[],
  areStreamers: boolean,
): Promise<Names> {
  if (areStreamers) return labelsOfStreamers(db, userIds)
  const names = new Map<number, RacerLabel>()
  const all = [...new Set(userIds)]
  for (let from = 0; from < all.length; from += NAMES_AT_ONCE) {
    const people = await db
      .selectFrom('users')
      .select(['id', 'platform', 'login'])
      .where('id', 'in', all.slice(from, from + NAMES_AT_ONCE))
      .where('hides_name_since', 'is', null)
      .execute()
    for (const { id, ...look } of await looksAnywhere(db, people)) {
      names.set(id, labelAnywhere(look))
    }
  }
  return names
}
