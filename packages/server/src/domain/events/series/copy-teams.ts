/** Teams of a league in its next season. docs/decisions/175 */
import { sql } from 'kysely'
import { makeToken } from '../../../edge/made-keys.ts'
import type { Db } from '../../../platform/database/schema.ts'

interface TeamsToCopy {
  /** The series, and the one that is its next season. */
  from: number
  to: number
  /** Those of other leagues are not copied. */
  teamIds: readonly number[]
  organiserId: number
  now: Date
}

/**
 * The teams keep their names, colours, captains and present members, who joined them themselves and can leave; those who
 * do not let the organiser add them stay behind.
 */
export async function copyTeams(
  trx: Db,
  { from, to, teamIds, organiserId, now }: TeamsToCopy,
): Promise<void> {
  const teams = await trx
    .selectFrom('teams')
    .select(['id', 'name', 'color', 'captain_id as captainId'])
    .where('series_id', '=', from)
    .where(sql<boolean>`id = any(${teamIds}::integer[])`)
    .orderBy('id')
    .execute()
  for (const { id, name, color, captainId } of teams) {
    const copy = await trx
      .insertInto('teams')
      .values({ series_id: to, name, color, token: makeToken(), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into team_members (team_id, series_id, user_id, asked_at, joined_at)
      select ${copy.id}::integer, ${to}::integer, member.user_id, ${now}::timestamptz, ${now}::timestamptz
      from team_members as member
      where member.team_id = ${id} and member.joined_at is not null and member.left_at is null
        and not exists (
          select from organiser_blocks as block
          where block.organiser_id = ${organiserId} and block.user_id = member.user_id
        )`.execute(trx)
    await sql`
      update teams set captain_id = ${captainId}
      where id = ${copy.id} and exists (
        select from team_members as member
        where member.team_id = teams.id and member.user_id = ${captainId}
      )`.execute(trx)
  }
}
