/** Whether a league's rows are streamers, and teams that fit them. docs/decisions/169-what-a-row-of-a-league-is.md */
import type { LeagueRules } from '@rollcall/contract/leagues'
import { sql } from 'kysely'
import { ApiError } from '../../../edge/api-error.ts'
import type { Db } from '../../../platform/database/schema.ts'

export const isOfStreamers = ({ rows }: Pick<LeagueRules, 'rows'>): boolean =>
  rows?.kind === 'streamers'

/** @throws {ApiError} if people have joined the league's teams as something else than its rows would be */
export async function refuseOtherTeams(
  trx: Db,
  { seriesId, rules }: { seriesId: number; rules: LeagueRules },
): Promise<void> {
  const isStreamers = isOfStreamers(rules)
  const other = await trx
    .selectFrom('teams')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('of_streamers', '<>', isStreamers)
    .limit(1)
    .executeTakeFirst()
  if (other !== undefined) {
    throw new ApiError('teams_of_other_rows', { members: isStreamers ? 'racers' : 'streamers' })
  }
}

/** Whether the user takes part in one of the league's rounds. */
export async function isStreamerOf(
  db: Db,
  { seriesId, userId }: { seriesId: number; userId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from event_participants as participant
    join events as event on event.id = participant.event_id
    where event.series_id = ${seriesId} and participant.user_id = ${userId}
    limit 1`.execute(db)
  return rows.length > 0
}
