/** Organisers make teams, change and delete them. */
import { MAX_TEAMS } from '@rollcall/contract/team-rules'
import { changeTeam, createTeam, deleteTeam, replaceTeamLink } from '@rollcall/contract/teams'
import type { AuditAct } from '@rollcall/contract/words/audit-log'
import { sql } from 'kysely'
import { ApiError } from '../../../../edge/api-error.ts'
import type { AppContext } from '../../../../edge/app-context.ts'
import { makeToken } from '../../../../edge/made-keys.ts'
import type { Serve } from '../../../../edge/serve-endpoint.ts'
import type { Db } from '../../../../platform/database/schema.ts'
import { type Actor, actorOf, recordUnlessOwner } from '../../../site/audit-log.ts'
import { lockSeries } from '../../locks.ts'
import { UNAUTHORIZED } from '../../refusals.ts'
import { findLeague } from '../find-league.ts'
import { isOfStreamers } from '../row-kinds.ts'
import { type LockedTeam, lockTeam } from './locked-team.ts'

export function serveChangeTeams(serve: Serve, context: AppContext): void {
  serveCreateTeam(serve, context)
  serveEditTeam(serve, context)
  serveDeleteTeam(serve, context)
  serveReplaceTeamLink(serve, context)
}

function serveCreateTeam(serve: Serve, { db, now }: AppContext): void {
  serve(createTeam, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params, body } = call
      const asked = { seriesId: params.id, viewer: caller }
      const series = await lockSeries(trx, { ...asked, act: 'edit' })
      if (series === null) {
        return UNAUTHORIZED
      }
      const { rules } = await findLeague(trx, asked)
      if (!rules?.teams) {
        throw new ApiError('league_without_teams')
      }
      await refuseTakenName(trx, { seriesId: series.id, name: body.name })
      await refuseTooMany(trx, series.id)
      const { id } = await trx
        .insertInto('teams')
        .values({
          ...{ ...body, series_id: series.id, token: makeToken(), created_at: now() },
          of_streamers: isOfStreamers(rules),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await recordForTeam(trx, actorOf(call, now()), 'team-created', { series, name: body.name })
      return { id }
    }),
  )
}

function serveEditTeam(serve: Serve, { db, now }: AppContext): void {
  serve(changeTeam, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params, body } = call
      const team = await lockTeam(trx, { seriesId: params.id, ...params, viewer: caller })
      if (!team?.canEdit) {
        return UNAUTHORIZED
      }
      const { captain, ...shown } = body
      await refuseTakenName(trx, { seriesId: team.series.id, name: body.name, except: team.id })
      const captainId = captain == null ? captain : await findUser(trx, team, captain)
      await trx
        .updateTable('teams')
        .set({ ...shown, ...(captainId !== undefined && { captain_id: captainId }) })
        .where('id', '=', team.id)
        .execute()
      await recordForTeam(trx, actorOf(call, now()), 'team-changed', { ...team, name: body.name })
      return { status: 'success' as const }
    }),
  )
}

function serveDeleteTeam(serve: Serve, { db, now }: AppContext): void {
  serve(deleteTeam, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params } = call
      const team = await lockTeam(trx, { seriesId: params.id, ...params, viewer: caller })
      if (!team?.canEdit) {
        return UNAUTHORIZED
      }
      await trx.deleteFrom('teams').where('id', '=', team.id).execute()
      await recordForTeam(trx, actorOf(call, now()), 'team-deleted', team)
      return { status: 'success' as const }
    }),
  )
}

function serveReplaceTeamLink(serve: Serve, { db, now }: AppContext): void {
  serve(replaceTeamLink, (call) =>
    db.transaction().execute(async (trx) => {
      const { caller, params } = call
      const team = await lockTeam(trx, { seriesId: params.id, ...params, viewer: caller })
      if (!team?.canEdit && !team?.isCaptain) {
        return UNAUTHORIZED
      }
      const token = makeToken()
      await trx.updateTable('teams').set({ token }).where('id', '=', team.id).execute()
      await recordForTeam(trx, actorOf(call, now()), 'team-link-replaced', team)
      return { token }
    }),
  )
}

/** Records what organisers do in leagues of others; a captain's team is their own. */
export async function recordForTeam(
  trx: Db,
  actor: Actor,
  act: AuditAct,
  {
    series,
    name,
    isCaptain = false,
  }: Pick<LockedTeam, 'series' | 'name'> & { isCaptain?: boolean },
): Promise<void> {
  if (isCaptain) return
  await recordUnlessOwner(trx, actor, {
    ownerId: series.ownerId,
    act,
    facts: { number: String(series.id), series: series.name, team: name },
  })
}

async function refuseTakenName(
  trx: Db,
  { seriesId, name, except = 0 }: { seriesId: number; name: string; except?: number },
): Promise<void> {
  const taken = await trx
    .selectFrom('teams')
    .select('id')
    .where('series_id', '=', seriesId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', except)
    .executeTakeFirst()
  if (taken !== undefined) {
    throw new ApiError('team_name_taken')
  }
}

async function refuseTooMany(trx: Db, seriesId: number): Promise<void> {
  const { count } = await trx
    .selectFrom('teams')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('series_id', '=', seriesId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_TEAMS) {
    throw new ApiError('too_many_teams', { most: MAX_TEAMS })
  }
}

/** Who the membership is, if they are in the team and others see their name: a captain is shown. */
async function findUser(trx: Db, team: LockedTeam, memberId: number): Promise<number> {
  const member = await trx
    .selectFrom('team_members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .innerJoin('teams as team', 'team.id', 'member.team_id')
    .select('member.user_id')
    .where('member.id', '=', memberId)
    .where('member.team_id', '=', team.id)
    .where('member.joined_at', 'is not', null)
    .where('member.left_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('person.hides_name_since', 'is', null), eb('team.of_streamers', '=', true)]),
    )
    .executeTakeFirst()
  if (member === undefined) {
    throw new ApiError('no_such_member')
  }
  return member.user_id
}
