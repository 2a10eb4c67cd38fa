/** People ask to join a team by its link, are let in, and leave. Nobody is put into a team who has not asked. */
import { admitMember, askToJoin, removeMember } from '@rollcall/contract/teams'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { actorOf } from '../../../site/audit-log.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { findLeague } from '../find-league.ts'
import { isStreamerOf } from '../row-kinds.ts'
import { recordForTeam } from './change-team.ts'
import { lockTeam } from './locked-team.ts'
import { findLinked } from './read-teams.ts'

export function serveMemberships(serve: Serve, context: AppContext): void {
  serveAskToJoin(serve, context)
  serveAdmitMember(serve, context)
  serveRemoveMember(serve, context)
}

function serveAskToJoin(serve: Serve, { db, now }: AppContext): void {
  serve(askToJoin, ({ caller: { userId }, params }) =>
    db.transaction().execute(async (trx) => {
      const team = await findLinked(trx, params.token)
      if (team.isOfStreamers && !(await isStreamerOf(trx, { seriesId: team.seriesId, userId }))) {
        throw new ApiError('not_a_streamer_of_league')
      }
      await refuseFull(trx, { teamId: team.id, most: team.rules.maxSize })
      // If somebody asks twice at once, the index lets one through, and the other waits for them.
      const asked = await sql`
        insert into team_members (team_id, series_id, user_id, asked_at)
        values (${team.id}, ${team.seriesId}, ${userId}, ${now()})
        on conflict (series_id, user_id) where left_at is null do nothing`.execute(trx)
      if (asked.numAffectedRows === 0n) {
        await refuseOtherTeam(trx, { teamId: team.id, seriesId: team.seriesId, userId })
      }
      return { status: 'success' as const }
    }),
  )
}

function serveAdmitMember(serve: Serve, { db, now }: AppContext): void {
  serve(admitMember, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params } = call
      const team = await lockTeam(trx, { seriesId: params.id, ...params, viewer: caller })
      if (!team?.canEdit && !team?.isCaptain) {
        return UNAUTHORIZED
      }
      const { rules } = await findLeague(trx, { seriesId: params.id, viewer: caller })
      if (!rules?.teams) {
        throw new ApiError('league_without_teams')
      }
      await refuseFull(trx, { teamId: team.id, most: rules.teams.maxSize })
      const admitted = await sql`
        update team_members as member set joined_at = greatest(${now()}::timestamptz, (
          select max(earlier.left_at) from team_members as earlier
          where earlier.series_id = member.series_id and earlier.user_id = member.user_id
        ))
        where id = ${params.memberId} and team_id = ${team.id} and joined_at is null`.execute(trx)
      if (admitted.numAffectedRows === 0n) {
        throw new ApiError('no_such_member')
      }
      await recordForTeam(trx, actorOf(call, now()), 'team-member-admitted', team)
      return { status: 'success' as const }
    }),
  )
}

function serveRemoveMember(serve: Serve, { db, now }: AppContext): void {
  serve(removeMember, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params } = call
      const team = await lockTeam(trx, { seriesId: params.id, ...params, viewer: caller })
      const mayDecide = team !== null && (team.canEdit || team.isCaptain)
      const member = team && (await findPresent(trx, { teamId: team.id, id: params.memberId }))
      const isOwn = member?.userId === caller.userId
      if (team === null || (!mayDecide && !isOwn)) {
        return UNAUTHORIZED
      }
      if (!member) {
        throw new ApiError('no_such_member')
      }
      await endMemberships(trx, { userId: member.userId, seriesId: team.series.id, now: now() })
      if (!isOwn) await recordForTeam(trx, actorOf(call, now()), 'team-member-removed', team)
      return { status: 'success' as const }
    }),
  )
}

interface Ending {
  userId: number
  /** Absent: in all leagues. */
  seriesId?: number
  now: Date
}

/** Somebody leaves their team, which keeps what they did for it, or no longer asks. A captain leaves no deputy. */
export async function endMemberships(trx: Db, { userId, seriesId, now }: Ending): Promise<void> {
  const isThere = sql<boolean>`(
    user_id = ${userId} and left_at is null
    and (${seriesId ?? null}::integer is null or series_id = ${seriesId ?? null})
  )`
  await sql`
    update teams set captain_id = null
    where captain_id = ${userId} and id in (select team_id from team_members where ${isThere})`.execute(
    trx,
  )
  await sql`delete from team_members where ${isThere} and joined_at is null`.execute(trx)
  await sql`
    update team_members set left_at = greatest(joined_at, ${now}::timestamptz)
    where ${isThere}`.execute(trx)
}

async function findPresent(trx: Db, { teamId, id }: { teamId: number; id: number }) {
  return trx
    .selectFrom('team_members')
    .select('user_id as userId')
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where('left_at', 'is', null)
    .executeTakeFirst()
}

async function refuseFull(
  trx: Db,
  { teamId, most }: { teamId: number; most: number },
): Promise<void> {
  const { count } = await trx
    .selectFrom('team_members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('joined_at', 'is not', null)
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= most) {
    throw new ApiError('team_full', { most })
  }
}

/** Asking the same team twice is once. */
async function refuseOtherTeam(
  trx: Db,
  { teamId, seriesId, userId }: { teamId: number; seriesId: number; userId: number },
): Promise<void> {
  const present = await trx
    .selectFrom('team_members as member')
    .innerJoin('teams as team', 'team.id', 'member.team_id')
    .select(['team.id', 'team.name'])
    .where('member.series_id', '=', seriesId)
    .where('member.user_id', '=', userId)
    .where('member.left_at', 'is', null)
    .executeTakeFirst()
  if (present !== undefined && present.id !== teamId) {
    throw new ApiError('in_other_team', { team: present.name })
  }
}
